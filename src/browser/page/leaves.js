// The leaves of an index in key order, each as high as it is full, drawn on a canvas, with the same in words and as a table.

const leafMark = {dirty: 1, imaged: 2, newest: 4, split: 8, touched: 16};

const leafKinds = [
  {name: "clean", words: "as on disk", is: (mark) => !(mark & leafMark.dirty) && !(mark & leafMark.imaged)},
  {name: "dirty", words: "dirty: changed since it was written", is: (mark) => (mark & leafMark.dirty) && !(mark & leafMark.imaged)},
  {name: "imaged", words: "its image was logged since the last redo point", is: (mark) => mark & leafMark.imaged},
];

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function leafColours() {
  return {clean: colour("clean"), dirty: colour("records"), imaged: colour("images"), edge: colour("edge"), hatch: colour("images-edge"),
    ink: colour("ink"), quiet: colour("quiet"), grid: colour("grid"), paper: colour("paper")};
}

class LeafFigure {
  constructor(figure, side) {
    figure.innerHTML = `<figcaption></figcaption><canvas class="leaf-canvas" role="img"></canvas>
      <details><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Leaves of key ${side.toUpperCase()} as a table"></div></details>`;
    this.side = side;
    this.caption = figure.querySelector("figcaption");
    this.canvas = figure.querySelector("canvas");
    this.details = figure.querySelector("details");
    this.details.addEventListener("toggle", () => this.fillTable());
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  show(table, moment) {
    this.table = table;
    this.moment = moment;
    this.canvas.setAttribute("aria-label", `${table.name}: ${leavesInWords(table, moment)}`);
    this.caption.innerHTML = `<span class="swatch ${this.side}" aria-hidden="true">${this.side === "a" ? "■" : "●"}</span>
      <strong>${escaped(table.name)}</strong>: ${escaped(captionOf(moment))}`;
    this.draw();
    this.fillTable();
  }

  draw() {
    if (!this.moment || this.canvas.clientWidth === 0) return;
    const scale = window.devicePixelRatio || 1;
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    const pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    drawLeaves(pen, width, height, this.table, this.moment.leaves);
  }

  fillTable() {
    if (!this.details.open || !this.moment) return;
    this.details.querySelector(".scroll").innerHTML = leafTable(this.table, this.moment.leaves);
  }
}

function drawLeaves(pen, width, height, table, leaves) {
  const colours = leafColours();
  const area = {left: 44, top: 18, right: width - 8, bottom: height - 14};
  pen.font = `12px system-ui, "DejaVu Sans", Arial, sans-serif`;
  drawLeafAxis(pen, area, colours);
  const count = leaves.page.length;
  if (count === 0) return;
  const room = area.right - area.left;
  const columns = Math.min(count, Math.floor(room));
  // Where there are more leaves than pixels, a column stands for several: their mean, and the strongest mark.
  for (let column = 0; column < columns; ++column) {
    const begin = Math.floor(column * count / columns);
    const end = Math.max(begin + 1, Math.floor((column + 1) * count / columns));
    let used = 0;
    let mark = 0;
    for (let i = begin; i < end; ++i) {
      used += leaves.used_bytes[i];
      mark |= leaves.marks[i];
    }
    const share = used / (end - begin) / table.leaf_usable_bytes;
    const barWidth = Math.min(40, room / columns);
    drawLeaf(pen, {x: area.left + column * barWidth, width: barWidth, share, mark}, area, colours);
  }
}

function drawLeaf(pen, bar, area, colours) {
  const kind = leafKinds.findLast((one) => one.is(bar.mark));
  const gap = bar.width > 4 ? 1 : 0;
  const height = bar.share * (area.bottom - area.top);
  const top = area.bottom - height;
  pen.fillStyle = colours[kind.name];
  pen.fillRect(bar.x, top, bar.width - gap, height);
  if (kind.name === "imaged") hatch(pen, bar.x, top, bar.width - gap, height, colours.hatch);
  if (bar.mark & leafMark.touched) {
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 2;
    pen.strokeRect(bar.x, top, Math.max(1, bar.width - gap), height);
  }
  if (bar.mark & leafMark.split) {
    pen.fillStyle = colours.ink;
    pen.fillRect(bar.x, area.top - 5, Math.max(2, bar.width - gap), 4);
  }
  if (bar.mark & leafMark.newest) {
    const middle = bar.x + bar.width / 2;
    pen.fillStyle = colours.ink;
    pen.beginPath();
    pen.moveTo(middle, area.bottom + 2);
    pen.lineTo(middle - 5, area.bottom + 11);
    pen.lineTo(middle + 5, area.bottom + 11);
    pen.fill();
  }
}

/// Slanted lines, the same distance apart on every bar.
function hatch(pen, x, y, width, height, ink) {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  pen.strokeStyle = ink;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = y - (y % 6) - width; at < y + height + 6; at += 6) {
    pen.moveTo(x, at + width + (x % 6));
    pen.lineTo(x + width, at + (x % 6));
  }
  pen.stroke();
  pen.restore();
}

function drawLeafAxis(pen, area, colours) {
  pen.strokeStyle = colours.grid;
  pen.fillStyle = colours.quiet;
  pen.lineWidth = 1;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const share of [0, 0.5, 1]) {
    const y = Math.round(area.bottom - share * (area.bottom - area.top)) + 0.5;
    pen.beginPath();
    pen.moveTo(area.left, y);
    pen.lineTo(area.right, y);
    pen.stroke();
    pen.fillText(`${share * 100} %`, area.left - 5, y);
  }
}

const captionOf = (moment) =>
  `${counted(moment.leaf_pages, "leaf", "leaves")}, ${percentText(moment.leaf_density)} full, ${counted(moment.splits, "split")} so far`;

function leavesInWords(table, moment) {
  const {used_bytes: used, marks} = moment.leaves;
  if (used.length === 0) return "no leaf yet";
  const share = (bytes) => percentText(100 * bytes / table.leaf_usable_bytes);
  const marked = (mark) => marks.filter((one) => one & mark).length;
  const newest = marks.findIndex((mark) => mark & leafMark.newest);
  const pages = table.has_records ? `; ${marked(leafMark.dirty)} dirty, ${marked(leafMark.imaged)} with an image logged since the last redo point` : "";
  return `${captionOf(moment)}; the emptiest ${share(Math.min(...used))}, the fullest ${share(Math.max(...used))}${pages}` +
    (newest >= 0 ? `; the last entry went to leaf ${newest + 1} of ${used.length}` : "");
}

/// Leaf by leaf, or of many leaves by ranges.
function leafTable(table, leaves) {
  const count = leaves.page.length;
  const ranges = Math.min(count, 100);
  const lines = [];
  for (let i = 0; i < ranges; ++i) {
    const begin = Math.floor(i * count / ranges);
    const end = Math.floor((i + 1) * count / ranges);
    const used = leaves.used_bytes.slice(begin, end).map((bytes) => 100 * bytes / table.leaf_usable_bytes);
    const marks = leaves.marks.slice(begin, end);
    const marked = (mark) => marks.filter((one) => one & mark).length;
    const mean = used.reduce((sum, one) => sum + one, 0) / used.length;
    const where = end - begin === 1 ? `${begin + 1}` : `${begin + 1} – ${end}`;
    const page = end - begin === 1 ? leaves.page[begin] : "";
    const told = table.has_records ? `<td class="number">${marked(leafMark.dirty)}</td><td class="number">${marked(leafMark.imaged)}</td>` : "";
    lines.push(`<tr><th scope="row" class="number">${where}</th><td class="number">${page}</td><td class="number">${percentText(mean)}</td>
      <td class="number">${percentText(Math.min(...used))}</td>${told}</tr>`);
  }
  const more = table.has_records ? `<th scope="col" class="number">Dirty</th><th scope="col" class="number">Image since redo point</th>` : "";
  return `<table><caption class="quiet">${escaped(table.name)}</caption><thead><tr><th scope="col" class="number">Leaf, in key order</th>
    <th scope="col" class="number">Block</th><th scope="col" class="number">Full</th><th scope="col" class="number">Least full</th>${more}</tr></thead>
    <tbody>${lines.join("")}</tbody></table>`;
}

function leafLegend(hasRecords) {
  const box = (inner) => `<svg viewBox="0 0 26 15" aria-hidden="true">${inner}</svg>`;
  const bar = (fill, more = "") => box(`<rect x="1" y="1" width="24" height="13" fill="var(--${fill})" stroke="var(--edge)"/>${more}`);
  const items = [[box(`<path d="M13 2 L7 13 L19 13 Z" fill="var(--ink)"/>`), "took the last entry"],
    [box(`<rect x="1" y="5" width="24" height="5" fill="var(--ink)"/>`), "half of a page that has just split"]];
  if (hasRecords) {
    items.unshift([bar("clean"), leafKinds[0].words], [bar("records"), leafKinds[1].words],
      [bar("images", hatchLines), leafKinds[2].words], [box(`<rect x="2" y="2" width="22" height="11" fill="none" stroke="var(--ink)" stroke-width="3"/>`), "image logged just now"]);
  }
  return items.map(([sign, words]) => `<li>${sign}${words}</li>`).join("");
}

const hatchLines = `<path d="M1 8 L8 1 M1 14 L14 1 M7 14 L20 1 M13 14 L25 2 M19 14 L25 8" stroke="var(--images-edge)" stroke-width="1" fill="none"/>`;
