// The simulation, in a worker of its own that is made from what stands in this page.

class Core {
  constructor(onProgress) {
    this.onProgress = onProgress;
    this.next = 0;
    this.waiting = new Map();
  }

  /// Answers what the declarations say about engines, streams and metrics.
  start() {
    const code = document.getElementById("core-code").textContent;
    this.worker = new Worker(URL.createObjectURL(new Blob([code], {type: "text/javascript"})));
    this.worker.onmessage = ({data}) => this.hear(data);
    this.worker.onerror = (event) => this.fail(event.message || "the simulation has stopped");
    return this.ask("start", {wasm: wasmBytes()});
  }

  ask(call, given) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, {resolve, reject});
      this.worker.postMessage({id, call, given});
    });
  }

  hear(data) {
    if (data.progress) return this.onProgress(data.progress);
    const {resolve, reject} = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if ("error" in data) reject(new Error(data.error));
    else resolve(data.answer);
  }

  fail(message) {
    for (const {reject} of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }

  /// Ends whatever it is at; start() begins anew.
  stop() {
    this.worker.terminate();
    this.fail("stopped");
  }
}

function wasmBytes() {
  const letters = atob(document.getElementById("core-wasm").textContent.trim());
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
