// Opens the browser lab in headless Chromium, with the network blocked, and asks it each question below.
"use strict";
const assert = require("node:assert/strict");
const {execFileSync} = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const {pathToFileURL} = require("node:url");
const {chromium} = require("playwright-core");

const argument = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const page_path = path.resolve(argument("--page", "build/browser/keycost-lab.html"));
const program = path.resolve(argument("--keycost", "build/release/keycost"));
const only = argument("--only", "");
const screenshots = path.join(path.dirname(page_path), "screenshots");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "keycost-lab-"));
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const requests = [];
const complaints = [];

async function openLab(browser, {hash = "", ...options} = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, acceptDownloads: true, ...options});
  await context.setOffline(true);
  const page = await context.newPage();
  page.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(pathToFileURL(page_path).href)) requests.push(request.url());
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.stack));
  await page.goto(pathToFileURL(page_path).href + hash);
  await ready(page);
  return page;
}

const ready = (page) => page.waitForSelector("body[data-state=ready]", {timeout: 120000});

async function runAnew(page, press = (p) => p.click("#run")) {
  await page.evaluate(() => { document.body.dataset.state = "waited for"; });
  await press(page);
  await ready(page);
}

const scenarioOf = (page) => page.inputValue("#scenario");
const resultOf = (page) => page.evaluate(() => document.getElementById("result").textContent);
const rowsSeen = (page) => page.inputValue("#tick").then(Number);

/// What `keycost run` writes of the same scenario, its rows beside it.
function native(scenario, rows = null) {
  const home = fs.mkdtempSync(path.join(folder, "run-"));
  fs.writeFileSync(path.join(home, "keycost-lab.json"), scenario);
  if (rows !== null) fs.writeFileSync(path.join(home, "keys.csv"), rows);
  execFileSync(program, ["run", "keycost-lab.json", "-o", "json:result.json"], {cwd: home, stdio: "pipe"});
  return fs.readFileSync(path.join(home, "result.json"), "utf8");
}

/// Everything that is shown of a moment.
const shownOf = (page) => page.evaluate(() => ({
  now: document.getElementById("now").innerText, log: document.getElementById("log").innerText, where: document.getElementById("slider-told").textContent,
  told: document.getElementById("told").textContent,
  pictures: [...document.querySelectorAll(".leaf-canvas")].map((canvas) => [canvas.getAttribute("aria-label"), canvas.toDataURL()]),
}));

const press = async (page, button) => {
  await page.click(`[data-go="${button}"]`);
  await settled(page);
};

/// The page answers one request after the other: what is shown agrees with the slider once nothing is under way.
async function settled(page) {
  await page.waitForFunction(() => document.body.dataset.going !== "yes");
}

const tests = [];
const test = (name, ask) => tests.push({name, ask});

const chosen = {
  "bigint against uuidv4": "",
  "uuidv7 against its late rows": "#a-key=uuidv7&b-key=uuidv7&b-arrival=late&rows=20000&every=2000",
  "four writers": "#a-key=uuidv7&b-key=uuidv7&b-arrival=four_writers&rows=20000&every=3000",
  "checkpoints by time, another fillfactor, no rate limit": "#a-key=hashed&b-key=ulid&checkpoints=time&timeout=3&rate=2500&fillfactor=70&seed=9&rows=20000",
  "MariaDB": "#engine=mariadb-10.11&rows=20000&a-key=bigint&b-key=uuidv4",
  "MySQL": "#engine=mysql-8.0&rows=20000&a-key=snowflake&b-key=nanoid&b-arrival=four_writers&checkpoints=none",
};
for (const [name, hash] of Object.entries(chosen)) {
  test(`result equals the program's: ${name}`, async (browser) => {
    const page = await openLab(browser, {hash});
    assert.equal(await resultOf(page), native(await scenarioOf(page)));
    await page.context().close();
  });
}

test("result equals the program's: keys from a file", async (browser) => {
  const rows = "key\n" + Array.from({length: 3000}, (_, i) => (i * 7919 % 3001) + 10).join("\n") + "\n";
  const file = path.join(folder, "my keys.csv");
  fs.writeFileSync(file, rows);
  const page = await openLab(browser);
  await page.setInputFiles("#csv", file);
  await page.waitForFunction(() => document.getElementById("csv-told").textContent.includes("3,000 rows"));
  assert.equal(await page.inputValue("#a-key"), "own");
  assert.equal(await page.inputValue("#csv-type"), "bigint");
  await runAnew(page);
  assert.equal(await page.textContent("#problems"), "");
  assert.equal(await resultOf(page), native(await scenarioOf(page), rows));
  await page.context().close();
});

test("a scenario that was edited gives the program's result, and its link restores it", async (browser) => {
  const page = await openLab(browser);
  await page.click("#scenario-view summary");
  const scenario = fs.readFileSync("scenarios/learn/02-eight-kilobytes-for-sixteen-bytes.json", "utf8");
  await page.fill("#scenario", scenario);
  await runAnew(page, (p) => p.click("#run-edited"));
  assert.equal(await resultOf(page), native(scenario));
  const hash = await page.evaluate(() => location.hash);
  const again = await openLab(browser, {hash});
  assert.equal(await scenarioOf(again), scenario);
  assert.equal(await resultOf(again), await resultOf(page));
  await page.context().close();
  await again.context().close();
});

test("what is wrong with a scenario is said with its place", async (browser) => {
  const page = await openLab(browser);
  await page.click("#scenario-view summary");
  await page.fill("#scenario", (await scenarioOf(page)).replace('"insert"', '"instert"'));
  await runAnew(page, (p) => p.click("#run-edited"));
  assert.match(await page.textContent("#problems"), /keycost-lab\.json:\d+:\d+: .*"insert"/);
  await page.context().close();
});

test("going forward and back returns to the same state", async (browser) => {
  const page = await openLab(browser, {hash: "#rows=20000&every=2000&tick=7001"});
  const before = await shownOf(page);
  for (const [there, back] of [["next", "back"], ["split", "previous-split"], ["checkpoint", "previous-checkpoint"]]) {
    // From a split or a checkpoint, since "previous" leads to one.
    if (there !== "next") await press(page, there);
    const here = await shownOf(page);
    await press(page, there);
    assert.notDeepEqual(await shownOf(page), here, there);
    await press(page, back);
    assert.deepEqual(await shownOf(page), here, back);
  }
  await press(page, "start");
  assert.equal(await rowsSeen(page), 0);
  await press(page, "end");
  await page.evaluate(() => { const tick = document.getElementById("tick"); tick.value = 7001; tick.dispatchEvent(new Event("input")); });
  await settled(page);
  assert.deepEqual(await shownOf(page), before);
  await page.context().close();
});

test("the end of the run agrees with the result", async (browser) => {
  const page = await openLab(browser, {hash: "#rows=20000&every=2000"});
  const result = JSON.parse(await resultOf(page));
  const labels = await page.$$eval(".leaf-canvas", (all) => all.map((one) => one.getAttribute("aria-label")));
  const log = await page.$$eval("#log tbody tr", (lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent)));
  Object.entries(result.tables).forEach(([name, table], side) => {
    const step = table.steps.load;
    const index = Object.values(step.indexes)[0];
    assert.ok(labels[side].startsWith(`${name}: ${index.leaf_pages.toLocaleString("en-US")} leaves, ${index.avg_leaf_density.toFixed(2)} % full`), labels[side]);
    for (const [type, usage] of Object.entries(step.wal.by_type)) {
      const line = log.find((cells) => cells[0] === type);
      assert.ok(line, type);
      assert.equal(Number(line[2 + 4 * side].replaceAll(",", "")), usage.combined_size, type);
      assert.equal(Number(line[3 + 4 * side].replaceAll(",", "")), usage.count, type);
      assert.equal(Number(line[4 + 4 * side].replaceAll(",", "")), usage.fpi, type);
    }
  });
  await page.context().close();
});

test("a link restores choices and moment", async (browser) => {
  const page = await openLab(browser, {hash: "#rows=5000&every=1000&b-key=uuidv7&a-key=nanoid"});
  for (let i = 0; i < 3; ++i) await press(page, "previous-split");
  const hash = await page.evaluate(() => location.hash);
  const again = await openLab(browser, {hash});
  assert.equal(await again.inputValue("#a-key"), "nanoid");
  assert.deepEqual(await shownOf(again), await shownOf(page));
  await page.context().close();
  await again.context().close();
});

/// Tab until the focus is on what `selector` names.
async function tabTo(page, selector) {
  for (let i = 0; i < 80; ++i) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no way by Tab to ${selector}`);
}

test("everything by keyboard", async (browser) => {
  const page = await openLab(browser, {hash: "#rows=5000&every=1000"});
  await tabTo(page, "#b-key");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.inputValue("#b-key"), "uuidv7");
  await tabTo(page, "#rows");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("4000");
  await runAnew(page, (p) => p.keyboard.press("Enter"));
  assert.equal(JSON.parse(await resultOf(page)).tables.uuidv7.steps.load.rows, 4000);
  await tabTo(page, "#tick");
  await page.keyboard.press("Home");
  await settled(page);
  assert.equal(await rowsSeen(page), 0);
  const rows = async () => (await page.textContent("#slider-told")).replaceAll(",", "");
  for (const [key, told] of [["s", /row \d+ of 4000/], ["c", /checkpoint/], ["C", /./], ["G", /after row 4000/], ["g", /the start/], ["ArrowRight", /./]]) {
    await page.keyboard.press(key);
    await settled(page);
    assert.match(await rows(), told, key);
  }
  for (const summary of ["#a-leaves summary", "#quantities summary", "#scenario-view summary", "#result-view summary", "#report-view summary"]) {
    await tabTo(page, summary);
    await page.keyboard.press("Enter");
    assert.ok(await page.evaluate((s) => document.querySelector(s).parentElement.open, summary), summary);
  }
  await page.waitForFunction(() => document.getElementById("report").textContent.includes("rows inserted"));
  await page.context().close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`no accessibility violation, ${colorScheme}`, async (browser) => {
    const page = await openLab(browser, {colorScheme, hash: "#rows=5000&every=1000"});
    await page.evaluate(() => { for (const details of document.querySelectorAll("details")) details.open = true; });
    await page.waitForFunction(() => document.getElementById("report").textContent !== "");
    await page.evaluate(axe);
    const found = await page.evaluate(() => axe.run(document, {resultTypes: ["violations"]}));
    assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(" | ")}`), []);
    await page.context().close();
  });
}

test("motion only where it is wanted", async (browser) => {
  const page = await openLab(browser, {reducedMotion: "reduce", hash: "#rows=2000&every=1000"});
  const moving = await page.evaluate(() => document.getAnimations().length + [...document.querySelectorAll("*")].filter((one) => getComputedStyle(one).transitionDuration !== "0s").length);
  assert.equal(moving, 0);
  await page.context().close();
});

test("nothing is wider than a telephone, and pictures for people to look at", async (browser) => {
  for (const [name, options] of Object.entries({
    light: {hash: ""}, dark: {colorScheme: "dark", hash: "#tick=27000"}, narrow: {viewport: {width: 390, height: 844}, hash: ""},
    innodb: {hash: "#engine=mariadb-10.11"}, few: {hash: "#rows=3000&every=500&tick=1720"}, grey: {hash: "#tick=22003", forcedGrey: true},
  })) {
    const {forcedGrey, ...given} = options;
    const page = await openLab(browser, given);
    if (forcedGrey) await page.addStyleTag({content: "html { filter: grayscale(1); }"});
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wider <= 0, `${name}: ${wider} px wider than the screen`);
    await page.screenshot({path: path.join(screenshots, `${name}.png`), fullPage: true});
    await page.context().close();
  }
});

test("no request to anywhere, and no complaint", async () => {
  assert.deepEqual(requests, []);
  assert.deepEqual(complaints, []);
});

async function main() {
  fs.mkdirSync(screenshots, {recursive: true});
  const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: process.getuid() === 0 ? ["--no-sandbox"] : []});
  let failed = 0;
  const asked = tests.filter((one) => one.name.includes(only));
  for (const {name, ask} of asked) {
    const before = Date.now();
    try {
      await ask(browser);
      console.log(`ok      ${name} (${((Date.now() - before) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++failed;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
  }
  await browser.close();
  fs.rmSync(folder, {recursive: true, force: true});
  console.log(`${asked.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

main();
