// The result of a run as tables: what a report shows, and every quantity with what its declaration says of it.

function costTables(quantities) {
  return quantities.map((table) => `<table class="numbers"><caption>${escaped(table.step)}</caption>
    <thead><tr><th scope="col">Quantity</th>${table.columns.map((name) => `<th scope="col" class="number">${escaped(name)}</th>`).join("")}</tr></thead>
    <tbody>${table.rows.map((row) => `<tr><th scope="row">${escaped(row.label)}</th>${row.cells.map((cell) => `<td class="number">${escaped(cell)}</td>`).join("")}</tr>`).join("")}</tbody></table>`).join("");
}

const atPath = (object, path) => path.split(".").reduce((at, name) => at === undefined || at === null ? undefined : at[name], object);

/// Of the last step that the result reports, for every table.
function quantityTable(result, metrics) {
  const names = Object.keys(result.tables);
  const steps = names.map((name) => Object.entries(result.tables[name].steps).pop());
  if (steps.some((step) => !step)) return "<p>No step is reported.</p>";
  const line = (label, metric, values) => `<tr><th scope="row">${label}</th>${values.map((value) => `<td class="number">${valueText(value, metric.unit)}</td>`).join("")}
    <td class="meaning"><span class="wide">${escaped(metric.meaning)}${metric.formula ? ` <code>${escaped(metric.formula)}</code>` : ""}</span></td></tr>`;
  const lines = metrics.step.map((metric) => line(`<code>${escaped(metric.path)}</code>`, metric, steps.map(([, step]) => atPath(step, metric.path))));
  for (const metric of metrics.index) {
    const values = steps.map(([, step]) => atPath(Object.values(step.indexes)[0], metric.path));
    if (values.some((value) => value !== undefined)) lines.push(line(`<code>indexes.INDEX.${escaped(metric.path)}</code>`, metric, values));
  }
  return `<table class="numbers"><caption>Step ${escaped(steps[0][0])}</caption><thead><tr><th scope="col">Path</th>${names.map((name) => `<th scope="col" class="number">${escaped(name)}</th>`).join("")}
    <th scope="col">Meaning</th></tr></thead><tbody>${lines.join("")}</tbody></table>`;
}
