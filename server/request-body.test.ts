/** How the front door limits the bodies of requests to pages. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchange, head, sendForever } from "#test/process/raw-http.ts";
import { frontDoor } from "./front-door.ts";
import { closeUnread } from "./request-body.ts";
import { routeTable } from "./route-table.ts";

const LIMIT = 64 * 1024;
let reached = 0;

/** Stands in for Next.js: reads the whole body, a moment later, and returns its size. */
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

const POST = async () => new Response("taken");
const door = createServer(frontDoor(routeTable([{ path: "/embed/x", module: { POST } }]), next));
let port = 0;
beforeAll(async () => {
  await new Promise<void>((ready) => door.listen(0, "127.0.0.1", ready));
  ({ port } = door.address() as AddressInfo);
});
afterAll(() => {
  door.closeAllConnections();
  door.close();
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
  it.each(["POST", "GET"])(
    "refuses %s with a declared length that is too large, without reading",
    async (method) => {
      const before = reached;
      const answer = await exchange(port, head(method, path, `Content-Length: ${LIMIT + 1}`));
      expect(answer.status).toBe(413);
      expect(JSON.parse(answer.body).error.code).toBe("PAYLOAD_TOO_LARGE");
      expect(reached).toBe(before);
    },
  );

  it.each(["POST", "GET"])(
    "cuts off an endless body of %s, and closes the connection",
    async (method) => {
      const before = reached;
      const send = (socket: Parameters<typeof sendForever>[0]) =>
        sendForever(socket, head(method, path, CHUNKED));
      const answer = await exchange(port, send, { untilClosed: true });
      expect([answer.status, answer.closed]).toEqual([413, true]);
      expect(reached).toBe(before);
    },
  );

  it("sends the whole response to a client that keeps sending", async () => {
    const answer = await exchange(port, (socket) => {
      socket.write(head("POST", path, "Content-Length: 3000000"));
      socket.write("x".repeat(3_000_000));
    });
    expect(answer.status).toBe(413);
  });
});

it.each([0, 1, 999, 1_000, 20_000, LIMIT])(
  "passes on a chunked body of %i bytes unchanged",
  async (size) => {
    const answer = await exchange(port, head("POST", "/page", CHUNKED) + inChunks(size));
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(String(size));
  },
);

it("passes on a chunked body that arrives byte by byte", async () => {
  const answer = await exchange(port, (socket) => {
    const bytes = head("POST", "/page", CHUNKED) + inChunks(40, 7);
    const sendNext = (at: number) => {
      if (at === bytes.length || !socket.writable) return;
      socket.write(bytes.charAt(at), () => setImmediate(sendNext, at + 1));
    };
    sendNext(0);
  });
  expect(answer.body).toContain("40");
});

it("refuses a chunked body that is one byte too large", async () => {
  const answer = await exchange(port, head("POST", "/page", CHUNKED) + inChunks(LIMIT + 1));
  expect(answer.status).toBe(413);
});

it("announces that it closes the connection of a request that is still being sent", async () => {
  const answer = await exchange(port, (socket) => {
    socket.write(head("POST", "/page", `Content-Length: ${LIMIT + 1}`));
  });
  expect([answer.status, answer.headers.connection]).toEqual([413, "close"]);
});

it("reads little more of a body that nobody reads, however late the response", async () => {
  const unread = createServer((incoming, outgoing) => {
    closeUnread(incoming, outgoing);
    setTimeout(() => outgoing.end("no"), 300);
  });
  await new Promise<void>((ready) => unread.listen(0, "127.0.0.1", ready));
  let taken = 0;
  unread.on("connection", (socket) =>
    socket.on("close", () => {
      taken = socket.bytesRead;
    }),
  );
  const send = (socket: Parameters<typeof sendForever>[0]) =>
    sendForever(socket, head("POST", "/page", CHUNKED));
  const answer = await exchange((unread.address() as AddressInfo).port, send, {
    untilClosed: true,
  });
  expect([answer.status, answer.body.includes("no")]).toEqual([200, true]);
  await expect.poll(() => taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(2 * 1024 * 1024);
  unread.close();
});

it("keeps the connection of a request that was read completely", async () => {
  const whole = (path: string, ...lines: string[]) =>
    `${head("POST", path, CHUNKED, ...lines)}${inChunks(10)}`;
  const answer = await exchange(port, whole("/page") + whole("/page", "Connection: close"), {
    untilClosed: true,
  });
  expect(answer.body.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
});
