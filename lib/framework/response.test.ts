/** Fails if Node.js or @hono/node-server sends a response without calling `writeHead`, `write` and `end`. */
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { afterEach, describe, expect, it } from "vitest";
import {
  addMissingHeaders,
  announceClose,
  captureBody,
  discardWhere,
  onceHandedOver,
  reviseResponse,
} from "./response.ts";

const chunks = () =>
  new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from("bo"));
      await new Promise((resolve) => setImmediate(resolve));
      controller.enqueue(Buffer.from("dy"));
      controller.close();
    },
  });

/** Every way in which the product's frameworks send `body` with status 404. */
const WAYS: [string, RequestListener][] = [
  ["writeHead and end", (_incoming, outgoing) => void outgoing.writeHead(404).end("body")],
  [
    "an implicit head",
    (_incoming, outgoing) => {
      outgoing.statusCode = 404;
      outgoing.end("body");
    },
  ],
  [
    "several writes",
    (_incoming, outgoing) => {
      outgoing.statusCode = 404;
      outgoing.write("bo");
      outgoing.write(Buffer.from("dy"), () => outgoing.end());
    },
  ],
  [
    "a flushed head",
    (_incoming, outgoing) => {
      outgoing.statusCode = 404;
      outgoing.flushHeaders();
      outgoing.end("body");
    },
  ],
  [
    "a pipe",
    (_incoming, outgoing) => {
      outgoing.statusCode = 404;
      Readable.from(["bo", "dy"]).pipe(outgoing);
    },
  ],
  ["Hono with a text", hono(() => new Response("body", { status: 404 }))],
  ["Hono with a stream", hono(() => new Response(chunks(), { status: 404 }))],
];

function hono(answer: () => Response): RequestListener {
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  return (incoming, outgoing) => void listener(incoming, outgoing);
}

let close = () => {};
afterEach(() => close());

async function send(way: RequestListener, prepare: (outgoing: ServerResponse) => void) {
  const server = createServer((incoming, outgoing) => {
    prepare(outgoing);
    way(incoming, outgoing);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

describe.each(WAYS)("a response sent by %s", (_name, way) => {
  it("gets default headers", async () => {
    const response = await send(way, (outgoing) => {
      outgoing.setHeader("X-Set", "by the page");
      addMissingHeaders(outgoing, { "X-Set": "default", "X-Missing": "default" });
    });
    expect(response.headers.get("x-set")).toBe("by the page");
    expect(response.headers.get("x-missing")).toBe("default");
    expect([response.status, await response.text()]).toEqual([404, "body"]);
  });

  it("can be replaced as a whole, by its status", async () => {
    const response = await send(way, (outgoing) =>
      reviseResponse(outgoing, (status) =>
        status === 404 ? (_head, body) => [[200], `revised ${body}`] : undefined,
      ),
    );
    expect([response.status, await response.text()]).toEqual([200, "revised body"]);
  });

  it("is unchanged if it needs no revision", async () => {
    const response = await send(way, (outgoing) => reviseResponse(outgoing, () => undefined));
    expect([response.status, await response.text()]).toEqual([404, "body"]);
  });

  it("announces that its connection closes, and does not close it", async () => {
    let isOpen = false;
    const response = await send(way, (outgoing) => {
      const { socket } = outgoing;
      announceClose(outgoing, () => true);
      // Before the client closes it.
      outgoing.once("finish", () => {
        isOpen = socket?.writable === true;
      });
    });
    expect(response.headers.get("connection")).toBe("close");
    expect([response.status, await response.text()]).toEqual([404, "body"]);
    expect(isOpen).toBe(true);
  });

  it("is handed over once it has ended", async () => {
    let isHandedOver = false;
    const response = await send(way, (outgoing) =>
      onceHandedOver(outgoing, () => {
        isHandedOver = true;
      }),
    );
    expect([response.status, await response.text(), isHandedOver]).toEqual([404, "body", true]);
  });

  it("is discarded if it is no longer wanted", async () => {
    const response = send(way, (outgoing) =>
      discardWhere(outgoing, () => {
        outgoing.destroy();
        return true;
      }),
    );
    await expect(response.then((sent) => sent.text())).rejects.toThrow();
  });

  it("can be captured instead of sent", async () => {
    let captured: Promise<Buffer> | undefined;
    const response = send(way, (outgoing) => {
      const { socket } = outgoing;
      captured = captureBody(outgoing);
      void captured.then(() => socket?.destroy());
    });
    await response.catch(() => {});
    expect(String(await captured)).toBe("body");
  });
});

it("is handed over while it waits for its reader", async () => {
  const handedOver = Promise.withResolvers<void>();
  const way: RequestListener = (_incoming, outgoing) => {
    while (outgoing.write(Buffer.alloc(65_536)));
  };
  const response = await send(way, (outgoing) => onceHandedOver(outgoing, handedOver.resolve));
  await handedOver.promise;
  await response.body?.cancel();
});

it("has headers given with the head, in each of their forms", async () => {
  for (const fields of [{ "X-Set": "given" }, ["x-set", "given"]]) {
    const response = await send(
      (_incoming, outgoing) => void outgoing.writeHead(200, fields).end(),
      (outgoing) => addMissingHeaders(outgoing, { "X-Set": "default" }),
    );
    expect(response.headers.get("x-set")).toBe("given");
  }
});
