// Quantities over the whole run, drawn with uPlot; each with a table that says the same.

const chartDash = [[8, 4], []];

class Charts {
  constructor(place) {
    this.place = place;
    this.charts = [];
    this.rows = 0;
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(place);
  }

  show(quantities, series, tables) {
    this.shown = {quantities, series, tables};
    this.redraw();
  }

  /// A line at the moment one is at.
  mark(rows) {
    this.rows = rows;
    for (const chart of this.charts) chart.redraw(false, false);
  }

  redraw() {
    if (!this.shown) return;
    for (const chart of this.charts) chart.destroy();
    this.charts = [];
    this.place.innerHTML = "";
    for (const quantity of this.shown.quantities) this.add(quantity);
  }

  add(quantity) {
    const {series, tables} = this.shown;
    const figure = document.createElement("figure");
    figure.innerHTML = `<h3>${escaped(quantity.title)} <span class="quiet">(${escaped(quantity.unit)})</span></h3><div class="plot" role="img"></div>
      <details><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="${escaped(quantity.title)} as a table">${chartTable(quantity, series, tables)}</div></details>`;
    this.place.append(figure);
    const plot = figure.querySelector(".plot");
    plot.setAttribute("aria-label", chartWords(quantity, series, tables));
    this.charts.push(new uPlot(this.options(quantity, plot.clientWidth), chartData(quantity, series), plot));
  }

  options(quantity, width) {
    const ink = colour("quiet");
    const grid = {stroke: colour("grid"), width: 1};
    const font = `12px system-ui, "DejaVu Sans", Arial, sans-serif`;
    const axis = {stroke: ink, grid, ticks: grid, font, labelFont: font};
    return {
      width, height: 230, legend: {show: false}, cursor: {show: false},
      scales: {x: {time: false}, y: {range: (u, least, most) => [0, quantity.top || most * 1.05 || 1]}},
      axes: [{...axis, label: "rows", labelSize: 18, size: 34, values: (u, marks) => marks.map(thousands), space: 70},
        {...axis, size: 62, values: (u, marks) => marks.map(thousands)}],
      series: [{}, ...this.shown.tables.map((table, i) => ({label: table.name, stroke: colour("ab"[i]), width: 2.5, dash: chartDash[i], points: {show: false}}))],
      hooks: {draw: [(u) => this.drawMark(u)]},
    };
  }

  drawMark(u) {
    const x = Math.round(u.valToPos(this.rows, "x", true)) + 0.5;
    u.ctx.save();
    u.ctx.strokeStyle = colour("ink");
    u.ctx.lineWidth = 1.5 * devicePixelRatio;
    u.ctx.beginPath();
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
    u.ctx.stroke();
    u.ctx.restore();
  }

  resize() {
    const plots = this.place.querySelectorAll(".plot");
    this.charts.forEach((chart, i) => {
      if (plots[i].clientWidth > 0) chart.setSize({width: plots[i].clientWidth, height: 230});
    });
  }
}

/// Both tables' samples lie at the same ticks unless one has fewer rows.
function chartData(quantity, series) {
  const longest = series.reduce((a, b) => b.rows.length > a.rows.length ? b : a);
  return [longest.rows, ...series.map((one) => longest.rows.map((_, i) => i < one.rows.length ? quantity.of(one, i) : null))];
}

function chartTable(quantity, series, tables) {
  const [rows, ...values] = chartData(quantity, series);
  const lines = [];
  for (let i = 0; i <= 10; ++i) {
    const at = Math.round(i * (rows.length - 1) / 10);
    lines.push(`<tr><th scope="row" class="number">${thousands(rows[at])}</th>${values.map((one) => `<td class="number">${one[at] === null ? "–" : thousands(one[at])}</td>`).join("")}</tr>`);
  }
  return `<table><thead><tr><th scope="col" class="number">Rows</th>${tables.map((table) => `<th scope="col" class="number">${escaped(table.name)} (${escaped(quantity.unit)})</th>`).join("")}</tr></thead><tbody>${lines.join("")}</tbody></table>`;
}

function chartWords(quantity, series, tables) {
  const [rows, ...values] = chartData(quantity, series);
  const last = rows.length - 1;
  const ends = values.map((one, i) => {
    const most = one.reduce((a, b) => Math.max(a, b ?? 0), 0);
    return `${tables[i].name} ends at ${one[last] === null ? "nothing" : thousands(one[last])}, at most ${thousands(most)}`;
  });
  return `Line chart: ${quantity.title} in ${quantity.unit} over ${thousands(rows[last])} rows. ${ends.join("; ")}.`;
}

const chartsLegend = (tables) => tables.map((table, i) => `<li><svg viewBox="0 0 26 15" aria-hidden="true"><line x1="0" y1="8" x2="26" y2="8"
  stroke="var(--${"ab"[i]})" stroke-width="3" ${i === 0 ? 'stroke-dasharray="8 4"' : ""}/></svg>${sideSign(i)} ${escaped(table.name)}</li>`).join("") +
  `<li><svg viewBox="0 0 26 15" aria-hidden="true"><line x1="13" y1="0" x2="13" y2="15" stroke="var(--ink)" stroke-width="2"/></svg>the moment above</li>`;
