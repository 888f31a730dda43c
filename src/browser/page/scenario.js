// From what is chosen to the scenario's text, which is what is run.

const scenarioName = "keycost-lab.json";
const rowsName = "keys.csv";
const fillfactorDefault = 90;

/// "bigint" and "uuidv4"; two alike are "a_uuidv7" and "b_uuidv7".
function tableNames(choices) {
  const plain = ["a", "b"].map((side) => choices[`${side}-key`] + (choices[`${side}-arrival`] === "in_order" ? "" : `_${choices[`${side}-arrival`]}`));
  return plain[0] === plain[1] ? [`a_${plain[0]}`, `b_${plain[1]}`] : plain;
}

function tableOf(choices, side, name) {
  const family = familyOf(choices.engine);
  const key = choices[`${side}-key`];
  const isOwn = key === "own";
  const column = isOwn ? {name: choices.csvColumn || "id", type: ownTypes[choices["csv-type"]][family]} : {name: "id", ...keyTypes[key][family]};
  const table = {columns: [column]};
  const fillfactor = Number(choices.fillfactor);
  // A primary key has no options in a scenario; a unique index is the same tree, and has them.
  if (family === "postgresql" && fillfactor !== fillfactorDefault)
    table.indexes = [{name: `${name}_by_${column.name}`, columns: [column.name], unique: true, fillfactor}];
  else
    table.primary_key = [column.name];
  if (isOwn) table.rows = rowsName;
  else {
    const arrival = arrivals[choices[`${side}-arrival`]].of({rows: Number(choices.rows), rate: Number(choices.rate)});
    if (arrival) table.arrival = arrival;
  }
  return table;
}

/// A checkpoint before every `every` rows; what is left over at the end is a step of its own.
function stepsOf(choices) {
  const rows = Number(choices.rows);
  const every = Number(choices.every);
  if (choices.checkpoints !== "rows" || !(every > 0)) return [{do: "insert", rows, name: "load"}];
  const steps = [];
  const times = Math.floor(rows / every);
  if (times > 0)
    steps.push({do: "repeat", times, name: "load", steps: [{do: "checkpoint"}, {do: "insert", rows: every}]});
  if (rows % every > 0) steps.push({do: "checkpoint"}, {do: "insert", rows: rows % every, name: times > 0 ? "rest" : "load"});
  return steps;
}

function scenarioOf(choices) {
  const names = tableNames(choices);
  const scenario = {title: `What a primary key costs: ${names.join(" and ")}`, engine: choices.engine, seed: Number(choices.seed)};
  if (Number(choices.rate) > 0) scenario.rows_per_second = Number(choices.rate);
  if (choices.checkpoints === "time") scenario.settings = {checkpoint_timeout: Number(choices.timeout)};
  scenario.tables = {};
  ["a", "b"].forEach((side, i) => { scenario.tables[names[i]] = tableOf(choices, side, names[i]); });
  scenario.steps = stepsOf(choices);
  return scenario;
}

/// Lists and objects on one line where they fit.
function scenarioText(scenario) {
  const write = (value, indent, room) => {
    const flat = flatJson(value);
    if (value === null || typeof value !== "object" || flat.length <= room) return flat;
    const inner = indent + "  ";
    const list = Array.isArray(value);
    const parts = list ? value.map((part) => inner + write(part, inner, 100))
      : Object.entries(value).map(([name, part]) => `${inner}${JSON.stringify(name)}: ${write(part, inner, 96 - name.length)}`);
    return (list ? "[" : "{") + "\n" + parts.join(",\n") + "\n" + indent + (list ? "]" : "}");
  };
  return write(scenario, "", 0) + "\n";
}

function flatJson(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flatJson).join(", ")}]`;
  return `{${Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${flatJson(part)}`).join(", ")}}`;
}
