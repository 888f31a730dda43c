// The page itself: what is chosen is run, and one can go through the run's moments.

const at = (id) => document.getElementById(id);
const seriesPoints = 401;

class Lab {
  constructor() {
    this.core = new Core((progress) => this.tellProgress(progress));
    this.figures = ["a", "b"].map((side) => new LeafFigure(at(`${side}-leaves`), side));
    this.charts = new Charts(at("charts"));
    this.tick = 0;
    this.editedScenario = null;
    this.ownKeys = null;
    this.wanted = null;
  }

  async start() {
    this.words = await this.core.start();
    at("version").textContent = `keycost ${this.words.version}`;
    this.fillChoices();
    this.listen();
    await this.openLink();
  }

  // What can be chosen.

  fillChoices() {
    const option = (value, words, title = "") => `<option value="${escaped(value)}" title="${escaped(title)}">${escaped(words)}</option>`;
    const summary = (key) => {
      const values = key.postgresql && key.postgresql.values;
      const stream = values && this.words.streams[values.stream || values];
      return stream ? stream.summary : "";
    };
    for (const side of ["a", "b"]) {
      at(`${side}-key`).innerHTML = Object.entries(keyTypes).map(([name, key]) => option(name, key.words, summary(key))).join("");
      at(`${side}-arrival`).innerHTML = Object.entries(arrivals).map(([name, arrival]) => option(name, arrival.words)).join("");
    }
    at("engine").innerHTML = Object.entries(this.words.engines).map(([name, engine]) => option(name, name, engine.summary)).join("");
    at("csv-type").innerHTML = Object.entries(ownTypes).map(([name, type]) => option(name, type.words)).join("");
    const settings = this.words.engines["postgresql-18"];
    at("fillfactor").title = settings.index_options.fillfactor.meaning;
    at("timeout").title = settings.settings.checkpoint_timeout.meaning;
  }

  choices() {
    const choices = {};
    for (const name of Object.keys(startChoices)) choices[name] = at(name).value;
    if (this.ownKeys) choices.csvColumn = this.ownKeys.column;
    return choices;
  }

  setChoices(choices) {
    for (const [name, value] of Object.entries(choices)) at(name).value = value;
    this.adaptChoices();
  }

  /// What does not apply cannot be chosen.
  adaptChoices() {
    const isPostgresql = at("engine").value.startsWith("postgresql");
    at("fillfactor").disabled = !isPostgresql;
    at("checkpoints").querySelector("[value=time]").disabled = !isPostgresql;
    if (!isPostgresql && at("checkpoints").value === "time") at("checkpoints").value = "rows";
    at("every-label").hidden = at("checkpoints").value !== "rows";
    at("timeout-label").hidden = at("checkpoints").value !== "time";
    for (const side of ["a", "b"]) at(`${side}-arrival`).disabled = at(`${side}-key`).value === "own";
  }

  usesOwnKeys() {
    return ["a", "b"].some((side) => at(`${side}-key`).value === "own");
  }

  listen() {
    at("choices").addEventListener("submit", (event) => { event.preventDefault(); this.runChosen(); });
    at("choices").addEventListener("change", () => this.adaptChoices());
    at("stop").addEventListener("click", () => this.stop());
    at("csv").addEventListener("change", () => this.openOwnKeys());
    at("link").addEventListener("click", () => this.copyLink());
    at("tick").addEventListener("input", () => this.go(Number(at("tick").value)));
    at("timeline").addEventListener("click", (event) => event.target.dataset.go && this.move(event.target.dataset.go));
    at("timeline").addEventListener("keydown", (event) => this.key(event));
    at("play").addEventListener("click", () => this.play());
    at("run-edited").addEventListener("click", () => this.runScenario(at("scenario").value, true));
    at("save-scenario").addEventListener("click", () => save(scenarioName, at("scenario").value));
    at("save-rows").addEventListener("click", () => save(rowsName, this.ownKeys.text));
    at("save-result").addEventListener("click", () => save("result.json", this.result));
    at("save-report").addEventListener("click", async () => save("report.html", await this.core.ask("report", {kind: "html"})));
    at("report-view").addEventListener("toggle", () => this.fillReport());
    at("quantities").addEventListener("toggle", () => this.fillQuantities());
    window.addEventListener("hashchange", () => { if (location.hash !== this.written) this.openLink(); });
  }

  async openOwnKeys() {
    const file = at("csv").files[0];
    if (!file) return;
    this.ownKeys = readOwnKeys(await file.text());
    at("csv-type").value = this.ownKeys.type;
    at("rows").value = Math.max(1, Math.min(this.ownKeys.rows, 1000000));
    if (!this.usesOwnKeys()) at("a-key").value = "own";
    at("csv-told").textContent = `${file.name}: column ${this.ownKeys.column}, ${counted(this.ownKeys.rows, "row")}. Chosen as a key type; press Run.`;
    this.adaptChoices();
  }

  // Running.

  async openLink() {
    const {choices, tick, scenario} = readLink(location.hash);
    this.setChoices(choices);
    if (scenario !== null) await this.runScenario(scenario, true, tick);
    else await this.runChosen(tick);
  }

  async runChosen(tick = null) {
    if (!at("choices").reportValidity()) return;
    if (this.usesOwnKeys() && !this.ownKeys) return this.refuse([{text: "Your own keys are chosen, and no file is: open a CSV file with one column of keys."}]);
    await this.runScenario(scenarioText(scenarioOf(this.choices())), false, tick);
  }

  async runScenario(text, isEdited, tick = null) {
    this.stopPlaying();
    this.editedScenario = isEdited ? text : null;
    at("scenario").value = text;
    at("problems").innerHTML = "";
    this.busy(true);
    this.tell("Running …");
    try {
      const rows = this.ownKeys && {name: rowsName, text: this.ownKeys.text};
      const answer = await this.core.ask("run", {path: scenarioName, text, rows});
      if (answer.problems) this.refuse(answer.problems);
      else await this.showRun(answer, tick);
    } catch (error) {
      if (error.message !== "stopped") this.refuse([{text: error.message}]);
    }
    this.busy(false);
  }

  busy(is) {
    at("run").disabled = is;
    at("run-edited").disabled = is;
    at("stop").hidden = !is;
    document.body.dataset.state = is ? "running" : "ready";
  }

  async stop() {
    this.core.stop();
    at("outcome").hidden = true;
    this.tables = null;
    await this.core.start();
    this.tell("Stopped. Choose fewer rows, or run again.");
  }

  refuse(problems) {
    at("outcome").hidden = true;
    this.tables = null;
    this.tell("This cannot be run.");
    at("problems").innerHTML = problems.map((problem) => `<p>${escaped(problem.text)}</p>`).join("");
    this.busy(false);
  }

  tellProgress({table, rows}) {
    const names = Object.keys(safeJson(at("scenario").value)?.tables || {});
    this.tell(`Running ${names[table] || `table ${table + 1}`}: ${thousands(rows)} rows …`);
  }

  tell(words) {
    at("told").textContent = words;
  }

  async showRun(answer, tick) {
    this.tables = answer.tables;
    this.result = answer.result;
    this.metrics = this.words.engines[answer.engine];
    at("outcome").hidden = false;
    at("save-rows").hidden = !this.usesOwnKeys();
    at("result").textContent = this.result;
    at("cost").innerHTML = costTables(answer.quantities);
    this.fillReport();
    this.fillQuantities();
    at("moments").hidden = at("log-section").hidden = this.tables.length === 0;
    at("charts").closest("section").hidden = this.tables.length === 0;
    if (this.tables.length === 0) return this.tell("The run has ended; its engine has no pages to be looked at.");
    at("b-leaves").hidden = this.tables.length < 2;
    this.hasRecords = this.tables[0].has_records;
    at("log-section").hidden = !this.hasRecords;
    at("leaf-legend").innerHTML = leafLegend(this.hasRecords);
    at("log-legend").innerHTML = logLegend;
    this.last = Math.max(...this.tables.map((table) => table.ticks)) - 1;
    at("tick").max = this.last;
    const series = await Promise.all(this.tables.map((_, table) => this.core.ask("series", {table, points: seriesPoints})));
    at("charts-legend").innerHTML = chartsLegend(this.tables);
    this.charts.show(this.chartQuantities(), series, this.tables);
    await this.go(tick === null || !(tick >= 0) ? this.last : Math.min(tick, this.last));
  }

  /// Which a chart shows: what the engine's results know of.
  chartQuantities() {
    const megabyte = 1024 * 1024;
    const log = this.hasRecords ? "WAL so far" : "Redo log so far";
    const quantities = [
      {title: "Leaves full on average", unit: "percent", top: 100, of: (one, i) => one.leaf_density[i]},
      {title: "Leaf pages", unit: "pages", of: (one, i) => one.leaf_pages[i]},
    ];
    if (this.hasLog()) quantities.unshift({title: log, unit: "MB", of: (one, i) => one.log_bytes[i] / megabyte});
    if (this.hasRecords) quantities[2] = {title: "Dirty pages", unit: "pages", of: (one, i) => one.dirty_pages[i]};
    return quantities;
  }

  hasLog() {
    return this.metrics.step.some((metric) => metric.path === "wal.bytes" || metric.path === "redo.bytes");
  }

  async fillReport() {
    if (at("report-view").open && this.result) at("report").textContent = await this.core.ask("report", {kind: "text"});
  }

  fillQuantities() {
    if (at("quantities").open && this.result) at("quantities").querySelector("div").innerHTML = quantityTable(JSON.parse(this.result), this.metrics);
  }

  // Going through the moments.

  /// Shows a tick. While one is being fetched, only the last that is asked for waits.
  async go(tick) {
    this.wanted = Math.max(0, Math.min(tick, this.last));
    if (this.going) return this.going;
    document.body.dataset.going = "yes";
    this.going = this.fetchMoments();
    await this.going;
    this.going = null;
    document.body.dataset.going = "no";
  }

  async fetchMoments() {
    while (this.wanted !== null) {
      const tick = this.wanted;
      this.wanted = null;
      const moments = await Promise.all(this.tables.map((_, table) => this.core.ask("moment", {table, tick})));
      this.tick = tick;
      this.showMoments(moments);
    }
  }

  showMoments(moments) {
    this.moments = moments;
    at("tick").value = this.tick;
    const where = momentText(moments, this.tables);
    at("slider-told").textContent = where;
    at("tick").setAttribute("aria-valuetext", where);
    this.tables.forEach((table, i) => this.figures[i].show(table, moments[i]));
    this.fillNow();
    if (this.hasRecords) {
      const {head, body} = logTable(this.metrics.wal_type, moments, this.tables);
      at("log").querySelector("caption").textContent = `WAL from the start to ${where}, in bytes`;
      at("log").querySelector("thead").innerHTML = head;
      at("log").querySelector("tbody").innerHTML = body;
    }
    this.charts.mark(moments[0].rows);
    this.tell(this.summary(where));
    this.writeLink();
    this.enableMoves();
  }

  fillNow() {
    const lines = nowLines(this.hasRecords, this.hasLog());
    at("now").querySelector("thead").innerHTML = `<tr><th scope="col">Quantity</th>${this.tables.map((table, i) => `<th scope="col" class="number">${sideSign(i)} ${escaped(table.name)}</th>`).join("")}
      ${this.tables.length > 1 ? '<th scope="col" class="number">B to A</th>' : ""}</tr>`;
    at("now").querySelector("tbody").innerHTML = lines.map((line) => {
      const values = this.moments.map(line.of);
      return `<tr><th scope="row">${line.label}</th>${values.map((value) => `<td class="number">${line.text(value)}</td>`).join("")}
        ${values.length > 1 ? `<td class="number">${line.compares ? timesText(values[0], values[1]) : ""}</td>` : ""}</tr>`;
    }).join("");
  }

  /// For everybody, and read aloud.
  summary(where) {
    const just = this.moments.flatMap((moment, i) => justText(this.tables[i].name, moment.just)).join(" ");
    if (this.moments.length < 2) return `${capital(where)}: ${this.tables[0].name} has ${captionOf(this.moments[0])}. ${just}`;
    const [a, b] = this.moments;
    const [nameA, nameB] = this.tables.map((table) => table.name);
    const log = this.hasLog() && a.log_bytes > 0 && b.log_bytes > 0
      ? ` ${nameB} has written ${sizeText(b.log_bytes)} of log, ${nameA} ${sizeText(a.log_bytes)}: ${timesText(a.log_bytes, b.log_bytes).replace("× ", "")} times as much.` : "";
    return `${capital(where)}: the leaves of ${nameA} are ${percentText(a.leaf_density)} full (${counted(a.leaf_pages, "leaf", "leaves")}), those of ${nameB} ${percentText(b.leaf_density)} (${counted(b.leaf_pages, "leaf", "leaves")}).${log} ${just}`;
  }

  move(to) {
    const next = (ticks) => ticks.find((tick) => tick > this.tick);
    const previous = (ticks) => ticks.findLast((tick) => tick < this.tick);
    const moves = {start: () => 0, end: () => this.last, next: () => this.tick + 1, back: () => this.tick - 1,
      split: () => next(this.splitTicks()), "previous-split": () => previous(this.splitTicks()),
      checkpoint: () => next(this.checkpointTicks()), "previous-checkpoint": () => previous(this.checkpointTicks())};
    const tick = moves[to]();
    this.stopPlaying();
    if (tick !== undefined) return this.go(tick);
  }

  splitTicks() {
    const of = at("splits-of").value;
    return mergedTicks(this.tables.filter((_, i) => of === "either" || of === "ab"[i]).map((table) => table.split_ticks));
  }

  checkpointTicks() {
    return mergedTicks(this.tables.map((table) => table.checkpoint_ticks));
  }

  /// What leads nowhere is told by aria-disabled, so that the focus stays where it is.
  enableMoves() {
    for (const button of document.querySelectorAll("[data-go]")) {
      const isBack = ["start", "back"].includes(button.dataset.go) || button.dataset.go.startsWith("previous");
      button.setAttribute("aria-disabled", String(isBack ? this.tick === 0 : this.tick === this.last));
    }
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    const moves = {n: "next", b: "back", s: "split", S: "previous-split", c: "checkpoint", C: "previous-checkpoint", g: "start", G: "end"};
    if (event.key === "p") this.play();
    else if (moves[event.key]) this.move(moves[event.key]);
    else return;
    event.preventDefault();
  }

  // Playing: the run in some fifteen seconds; in twenty steps where motion is not wanted.

  play() {
    if (this.playing) return this.stopPlaying();
    at("play").textContent = "Pause";
    at("play").setAttribute("aria-pressed", "true");
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const [steps, wait] = calm ? [20, 1500] : [300, 50];
    let position = this.tick >= this.last ? 0 : this.tick;
    this.playing = setInterval(() => {
      position = Math.min(this.last, position + Math.max(1, this.last / steps));
      this.go(Math.round(position));
      if (position >= this.last) this.stopPlaying();
    }, wait);
    at("told").setAttribute("aria-live", "off");
  }

  stopPlaying() {
    clearInterval(this.playing);
    this.playing = null;
    at("play").textContent = "Play";
    at("play").setAttribute("aria-pressed", "false");
    at("told").setAttribute("aria-live", "polite");
  }

  // The link.

  writeLink() {
    if (this.playing) return;
    this.written = linkOf(this.choices(), this.tick === this.last ? null : this.tick, this.editedScenario);
    history.replaceState(null, "", this.written);
  }

  async copyLink() {
    this.writeLink();
    try {
      await navigator.clipboard.writeText(location.href);
      at("link-told").textContent = "Copied.";
    } catch (error) {
      at("link-told").textContent = "The address above is the link.";
    }
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function safeJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    return null;
  }
}

function momentText(moments, tables) {
  const moment = moments[0];
  const of = `of ${thousands(tables[0].rows)} rows`;
  if (moment.kind === "start") return "the start, before the first row";
  if (moment.kind === "row") return `row ${thousands(moment.rows)} ${of}`;
  return `the end of step “${moment.step}”, after row ${thousands(moment.rows)} ${of}`;
}

/// What the last tick did to one table.
function justText(name, just) {
  const told = [];
  if (just.checkpoint_ended) told.push(`${name}: a checkpoint has ended.`);
  if (just.splits.length > 0) told.push(`${name}: ${counted(just.splits.length / 2, "leaf has", "leaves have")} split.`);
  if (just.images.length > 0) told.push(`${name}: ${counted(just.images.length, "page of the index was", "pages of the index were")} logged whole.`);
  return told;
}

function nowLines(hasRecords, hasLog) {
  const number = (value) => value === null ? "–" : thousands(value);
  const lines = [
    {label: "Leaves full on average", of: (m) => m.leaf_density, text: percentText},
    {label: "Leaf pages", of: (m) => m.leaf_pages, text: number, compares: true},
    {label: "Leaf splits so far", of: (m) => m.splits, text: number, compares: true},
  ];
  if (hasLog) lines.push({label: hasRecords ? "WAL so far, commits included" : "Redo log so far", of: (m) => m.log_bytes, text: sizeText, compares: true});
  if (hasRecords) {
    lines.push({label: "… of it records", of: (m) => m.logged.record_size, text: sizeText, compares: true},
      {label: "… of it full-page images", of: (m) => m.logged.fpi_size, text: sizeText, compares: true},
      {label: "Full-page images so far", of: (m) => m.logged.fpi, text: number, compares: true},
      {label: "Dirty pages, of table and index", of: (m) => m.dirty_pages, text: number, compares: true},
      {label: "Logged since the moment before", of: (m) => Object.values(m.just.by_type).reduce((sum, one) => sum + one.combined_size, 0), text: (bytes) => `${thousands(bytes)} bytes`});
  }
  lines.push({label: "Checkpoints so far", of: (m) => m.checkpoints, text: number});
  return lines;
}

const mergedTicks = (lists) => lists.length === 1 ? lists[0] : [...new Set(lists.flat())].sort((a, b) => a - b);

function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "application/octet-stream"}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const theLab = new Lab();
theLab.start().catch((error) => {
  at("told").textContent = "The simulation cannot be started here.";
  at("problems").innerHTML = `<p>${escaped(error.message)}</p>`;
});
