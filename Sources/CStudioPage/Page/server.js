// All requests to the server. The cookie of the page carries the token; addresses are relative.

const address = (path, query) => {
  const parts = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return path + (parts.length ? "?" + new URLSearchParams(parts.map(([key, value]) => [key, String(value)])) : "");
};

/** Where a picture of a file of the media list, near a time, is read from. */
export const thumbnailAddress = (file, time, height) => address("api/thumbnail", { file, time, height });

/** What the server refused: its status, its message, and what it sent along. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body?.error?.message ?? `The server answered with ${status}.`);
    this.status = status;
    this.code = body?.error?.code ?? null;
    this.remedy = body?.error?.remedy ?? null;
    this.body = body;
  }
}

async function answer(path, query, options = {}) {
  const response = await fetch(address(path, query), options);
  if (response.ok) return response;
  let body = null;
  try { body = await response.json(); } catch { /* what is no JSON says nothing */ }
  throw new Refusal(response.status, body);
}

const read = async (path, query, signal) => (await answer(path, query, { signal })).json();

const send = async (path, body, method = "POST") => {
  const options = { method, headers: { "Content-Type": "application/json" } };
  if (body !== undefined) options.body = JSON.stringify(body);
  return (await answer(path, null, options)).json();
};

export const isAborted = (error) => error?.name === "AbortError";

export const server = {
  project: () => read("api/project"),
  film: (revision, signal) => read("api/film", { revision }, signal),
  edit: (revision, edit, step = null) => send("api/edit", { revision, edit, ...step }),
  text: (revision, text) => send("api/text", { revision, text }),
  undo: (revision) => send("api/undo", { revision }),
  redo: (revision) => send("api/redo", { revision }),
  resolve: (keep) => send("api/resolve", { keep }),
  schema: () => read("api/schema"),
  styles: () => read("api/styles"),
  presets: () => read("api/presets"),
  estimate: (revision, preset, signal) => read("api/estimate", { revision, preset }, signal),
  media: () => read("api/media"),
  explain: (revision, frame, signal) => read("api/explain", { revision, frame }, signal),
  waveform: (asset, perSecond) => read("api/waveform", { asset, perSecond }),
  exportStatus: () => read("api/export"),
  startExport: (name, preset, replace) => send("api/export", { name, preset, replace }),
  cancelExport: () => send("api/export", undefined, "DELETE"),

  /** One exact frame as a blob of JPEG. */
  async picture(revision, frame, width, height, signal) {
    return (await answer("api/picture", { revision, frame, width, height, type: "jpeg" }, { signal, cache: "no-store" })).blob();
  },

  /** A picture of a file, near a time. */
  async thumbnail(asset, time, height, signal) {
    return (await answer("api/thumbnail", { asset, time, height }, { signal })).blob();
  },

  /** Samples of all channels in turn. */
  async sound(revision, from, count, signal) {
    return new Float32Array(await (await answer("api/sound", { revision, from, count }, { signal, cache: "no-store" })).arrayBuffer());
  },

  /** Frames as the server makes them: each record is the frame's number, a length, and a JPEG file. */
  async * pictures(revision, from, step, width, height, signal) {
    const response = await answer("api/pictures", { revision, from, step, width, height }, { signal, cache: "no-store" });
    const reader = response.body.getReader();
    const parts = [];
    let held = 0;
    const take = async (count) => {
      while (held < count) {
        const { done, value } = await reader.read();
        if (done) return null;
        parts.push(value);
        held += value.length;
      }
      const bytes = new Uint8Array(count);
      for (let filled = 0; filled < count;) {
        const part = parts[0].subarray(0, count - filled);
        bytes.set(part, filled);
        filled += part.length;
        if (part.length === parts[0].length) parts.shift(); else parts[0] = parts[0].subarray(part.length);
      }
      held -= count;
      return bytes;
    };
    try {
      for (;;) {
        const head = await take(8);
        if (!head) return;
        const view = new DataView(head.buffer);
        const jpeg = await take(view.getUint32(4));
        if (!jpeg) return;
        yield { frame: view.getUint32(0), blob: new Blob([jpeg], { type: "image/jpeg" }) };
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  },

  /** Sends a file of the person's; `progressed` hears the part that is sent. */
  upload(file, progressed, signal) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", address("api/media", { name: file.name }));
      request.responseType = "json";
      request.upload.addEventListener("progress", (event) => event.lengthComputable && progressed(event.loaded / event.total));
      request.addEventListener("load", () => {
        if (request.status < 300) resolve(request.response);
        else reject(new Refusal(request.status, request.response));
      });
      request.addEventListener("error", () => reject(new TypeError("The server cannot be reached.")));
      request.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(file);
    });
  },

  /** What the server tells by itself: listeners by name. The browser connects again where the line breaks. */
  events(listeners) {
    const source = new EventSource("api/events");
    for (const [name, listener] of Object.entries(listeners)) {
      source.addEventListener(name, (event) => {
        let data = null;
        try { data = event.data ? JSON.parse(event.data) : null; } catch { return; }
        listener(data, event);
      });
    }
    return source;
  },
};
