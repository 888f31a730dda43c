// The state as the part of the address behind "#": what is chosen, where in the run one is, and the scenario if it was
// edited. Only what differs from the start is written. Keys from a file stay out: they may be many, and private.

const startChoices = {
  "a-key": "bigint", "a-arrival": "in_order", "b-key": "uuidv4", "b-arrival": "in_order", engine: "postgresql-18",
  rows: "50000", rate: "1000", checkpoints: "rows", every: "5000", timeout: "10", fillfactor: "90", seed: "1", "csv-type": "uuid",
};

function linkOf(choices, tick, editedScenario) {
  const fields = new URLSearchParams();
  for (const [name, start] of Object.entries(startChoices)) {
    if (String(choices[name]) !== start) fields.set(name, choices[name]);
  }
  if (tick !== null) fields.set("tick", tick);
  if (editedScenario !== null) fields.set("scenario", toBase64(editedScenario));
  return "#" + fields.toString();
}

function readLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const choices = {...startChoices};
  for (const name of Object.keys(startChoices)) {
    if (fields.has(name)) choices[name] = fields.get(name);
  }
  let scenario = null;
  try {
    if (fields.has("scenario")) scenario = fromBase64(fields.get("scenario"));
  } catch (error) {
    scenario = null;
  }
  return {choices, tick: fields.has("tick") ? Number(fields.get("tick")) : null, scenario};
}

const toBase64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const fromBase64 = (text) => new TextDecoder().decode(Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0)));
