// Numbers and sizes in words, as the reports have them.

const thousands = (number) => Number(number).toLocaleString("en-US", {maximumFractionDigits: 2});

/// "551 MB": as pg_size_pretty prints, in units of 1,024, rounded half up.
function sizeText(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let size = bytes;
  while (unit + 1 < units.length && size >= 10 * 1024) {
    size /= 1024;
    ++unit;
  }
  return `${thousands(Math.round(size))} ${units[unit]}`;
}

const percentText = (percent) => percent === null || percent === undefined ? "–" : `${percent.toFixed(2)} %`;

const counted = (number, one, many = one + "s") => `${thousands(number)} ${number === 1 ? one : many}`;

/// How many times `a` the second is: "5.32 times".
function timesText(a, b) {
  if (!(a > 0) || !(b > 0)) return "–";
  const times = b / a;
  return `× ${times >= 100 ? thousands(Math.round(times)) : times.toFixed(2)}`;
}

/// A metric's value with its unit.
function valueText(value, unit) {
  if (value === null || value === undefined) return "–";
  if (unit === "percent") return percentText(value);
  return unit ? `${thousands(value)} ${unit}` : thousands(value);
}

const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}[c]));
