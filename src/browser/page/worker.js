// Runs beside the page, so that it stays usable: the core answers one request after the other.
"use strict";

let core = null;

const calls = {
  async start({wasm}) {
    core = await keycostCore({wasmBinary: wasm, onProgress: (table, rows) => self.postMessage({progress: {table, rows}})});
    return JSON.parse(core.ccall("keycost_words", "string", [], []));
  },
  run({path, text, rows}) {
    for (const name of core.FS.readdir("/")) {
      if (name.endsWith(".csv")) core.FS.unlink("/" + name);
    }
    if (rows) core.FS.writeFile("/" + rows.name, rows.text);
    return JSON.parse(core.ccall("keycost_run", "string", ["string", "string"], [path, text]));
  },
  report: ({kind}) => core.ccall("keycost_report", "string", ["string"], [kind]),
  moment: ({table, tick}) => JSON.parse(core.ccall("keycost_moment", "string", ["number", "number"], [table, tick])),
  series: ({table, points}) => JSON.parse(core.ccall("keycost_series", "string", ["number", "number"], [table, points])),
};

self.onmessage = async ({data}) => {
  try {
    self.postMessage({id: data.id, answer: await calls[data.call](data.given)});
  } catch (error) {
    self.postMessage({id: data.id, error: String(error && error.message || error)});
  }
};
