/** Limits on request bodies. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { receive } from "#lib/http/request.ts";
import { failure } from "#lib/http/responses.ts";
import { log } from "#lib/log.ts";
import { exchange, head, sendForever } from "#test/process/raw-http.ts";
import { createListener, type Routes } from "./listener.ts";

const LIMIT = 64 * 1024;
let reached = 0;

/** Stands in for Next.js: reads the whole body a moment later, and responds with its size. */
async function next(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  reached += 1;
  await new Promise((resolve) => setImmediate(resolve));
  // Next.js also fails if anything has read from the body before.
  const body = incoming.method === "GET" ? null : (incoming as unknown as ReadableStream);
  const { method = "" } = incoming;
  const request = new Request("http://service.test", {
    method,
    body,
    duplex: "half",
  } as RequestInit);
  outgoing.end(`${(await request.text()).length}`);
}

const POST = async () => new Response("accepted");
/** Responds late without reading the body. */
const LATE: Routes[number] = {
  path: "/v1/late",
  limit: "gate",
  module: {
    POST: async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return new Response("no");
    },
  },
};

let chunks = 0;
const stream = async () =>
  new Response(
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          chunks += 1;
          controller.enqueue(Buffer.alloc(100_000));
          if (chunks === 1_000) controller.close();
        },
      },
      { highWaterMark: 0 },
    ),
  );
let hasFailed = false;
const reading = async (request: Request) => {
  try {
    return new Response(await receive(request.text()));
  } catch (thrown) {
    hasFailed = true;
    return failure(thrown, "id");
  }
};
const ROUTES: Routes = [
  { path: "/embed/x", module: { POST } },
  { path: "/oauth/token", module: { POST } },
  {
    path: "/v1/unchanged",
    limit: "gate",
    module: { GET: async () => new Response(null, { status: 304 }) },
  },
  { path: "/v1/stream", limit: "gate", module: { GET: stream } },
  { path: "/v1/reading", limit: "gate", module: { POST: reading } },
  LATE,
];
const server = createServer(createListener({ routes: ROUTES, next }));
let port = 0;
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const CHUNKED = "Transfer-Encoding: chunked";
const inChunks = (size: number, chunk = 1_000) => {
  let text = "";
  for (let left = size; left > 0; left -= chunk) {
    const part = Math.min(left, chunk);
    text += `${part.toString(16)}\r\n${"x".repeat(part)}\r\n`;
  }
  return `${text}0\r\n\r\n`;
};

describe.each(["/page", "/embed/x"])("%s", (path) => {
  it.each(path === "/page" ? ["POST", "GET"] : ["POST"])(
    "rejects %s with too large a declared length, without reading",
    async (method) => {
      const before = reached;
      const response = await exchange(port, head(method, path, `Content-Length: ${LIMIT + 1}`));
      expect(response.status).toBe(413);
      expect(JSON.parse(response.body).error.code).toBe("PAYLOAD_TOO_LARGE");
      expect(reached).toBe(before);
    },
  );

  it.each(path === "/page" ? ["POST", "GET"] : ["POST"])(
    "stops reading an endless body of %s, and closes the connection",
    async (method) => {
      const before = reached;
      const send = (socket: Parameters<typeof sendForever>[0]) =>
        sendForever(socket, head(method, path, CHUNKED));
      const response = await exchange(port, send, { untilClosed: true });
      expect([response.status, response.closed]).toEqual([411, true]);
      expect(reached).toBe(before);
    },
  );

  it("sends the whole response to a client that keeps sending", async () => {
    const response = await exchange(port, (socket) => {
      socket.write(head("POST", path, "Content-Length: 3000000"));
      socket.write("x".repeat(3_000_000));
    });
    expect(response.status).toBe(413);
  });
});

it.each(["/page", "/embed/x", "/oauth/token"])(
  "rejects a body without a declared length at %s, where only an operation takes one",
  async (path) => {
    const response = await exchange(port, head("POST", path, CHUNKED) + inChunks(10));
    expect([response.status, JSON.parse(response.body).error.code]).toEqual([
      411,
      "LENGTH_REQUIRED",
    ]);
    const operation = await exchange(port, head("POST", "/v1/reading", CHUNKED) + inChunks(10));
    expect([operation.status, operation.body]).toEqual([200, "x".repeat(10)]);
  },
);

describe.each([
  ["POST", "/v1/nowhere", 404],
  ["POST", "/oauth/token/nowhere", 404],
  ["POST", "/v1/stream", 405],
  ["DELETE", "/oauth/token", 405],
  ["GET", "/embed/x", 405],
  ["DELETE", "/page", 405],
])("%s %s, which doesn't exist", (method, path, status) => {
  it.each([CHUNKED, "Content-Length: 4000000000"])(
    "is told so, whatever body it has: %s",
    async (length) => {
      const send = (socket: Parameters<typeof sendForever>[0]) =>
        sendForever(socket, head(method, path, length));
      const response = await exchange(port, send, { untilClosed: true });
      expect([response.status, response.closed]).toEqual([status, true]);
    },
  );
});

it.each([0, 1, 20_000, LIMIT])("passes on a body of %i bytes unchanged", async (size) => {
  const declared = head("POST", "/page", `Content-Length: ${size}`);
  const response = await exchange(port, declared + "x".repeat(size));
  expect(response.status).toBe(200);
  expect(response.body).toContain(String(size));
});

it("sends Connection: close in response to a request that's still being sent", async () => {
  const response = await exchange(port, (socket) => {
    socket.write(head("POST", "/page", `Content-Length: ${LIMIT + 1}`));
  });
  expect([response.status, response.headers.connection]).toEqual([413, "close"]);
});

it("reads little of a body that no handler reads, however late the response", async () => {
  let bytesRead = 0;
  server.once("connection", (socket) =>
    socket.on("close", () => {
      bytesRead = socket.bytesRead;
    }),
  );
  const send = (socket: Parameters<typeof sendForever>[0]) =>
    sendForever(socket, head("POST", "/v1/late", CHUNKED));
  const response = await exchange(port, send, { untilClosed: true });
  expect([response.status, response.body.includes("no")]).toEqual([200, true]);
  await expect.poll(() => bytesRead).toBeGreaterThan(0);
  expect(bytesRead).toBeLessThan(2 * 1024 * 1024);
});

it("keeps a connection open after a request that was read completely", async () => {
  const whole = (...lines: string[]) =>
    `${head("POST", "/page", "Content-Length: 10", ...lines)}${"x".repeat(10)}`;
  const result = await exchange(port, whole() + whole("Connection: close"), { untilClosed: true });
  expect(result.body.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
});

describe("a request whose body never arrives", () => {
  const unfinished = (path: string, ...lines: string[]) =>
    head("GET", path, "Content-Length: 5", ...lines);

  it("gets a status without a body", async () => {
    const response = await exchange(port, unfinished("/v1/unchanged"));
    expect(response.status).toBe(304);
  });

  it("gets a page without an error being logged", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    expect((await exchange(port, unfinished("/page"))).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it("gets a stream no faster than it reads", async () => {
    chunks = 0;
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(unfinished("/v1/stream")));
      // Reads nothing.
      setTimeout(() => resolve(void socket.destroy()), 1_000);
    });
    // Fewer than all 100 MB, which exceed the system's buffers.
    expect(chunks).toBeLessThan(1_000);
  });

  it("doesn't count as a database outage", async () => {
    const warned = vi.spyOn(log(), "warn").mockImplementation(() => {});
    await new Promise<void>((resolve) => {
      const send = head("POST", "/v1/reading", "Content-Length: 5");
      const socket = connect(port, "127.0.0.1", () => socket.write(`${send}a`));
      setTimeout(() => resolve(void socket.resetAndDestroy()), 200);
    });
    await expect.poll(() => hasFailed).toBe(true);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});
