// A file of one's own keys: one column under a header line. It stays in this page.

function readOwnKeys(text) {
  const lines = text.split(/\r?\n/);
  while (lines.length > 0 && lines[lines.length - 1] === "") lines.pop();
  const column = (lines[0] || "").replace(/^\uFEFF/, "").replace(/^"|"$/g, "").trim();
  return {text, column, rows: Math.max(0, lines.length - 1), type: guessedType(lines[1] || "")};
}

function guessedType(value) {
  const plain = value.replace(/^"|"$/g, "");
  if (/^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(plain)) return "uuid";
  return /^-?\d{1,18}$/.test(plain) ? "bigint" : "text";
}
