import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { requestContext } from "#lib/http/request-context.ts";
import { log } from "#lib/log.ts";
import { exchange, head } from "#test/process/raw-http.ts";
import { createListener, type NextHandler } from "./listener.ts";

const CHUNK = Buffer.alloc(100_000, "x");
let resume = () => {};
let isCanceled = false;

/** Sends a chunk, then what the query says: another and the end, an error, or endless chunks. */
const GET = async (request: Request) => {
  const how = new URL(request.url).searchParams.get("how");
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (how !== "endless" && sent > 0) await resumed;
        if (how === "fail" && sent > 0) throw new Error("the rest can't be read");
        if (how === "end" && sent === 2) return controller.close();
        sent += 1;
        controller.enqueue(CHUNK);
      },
      cancel() {
        isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body);
};

/** A page of two chunks. */
const page: NextHandler = async (_, outgoing) => {
  outgoing.write(CHUNK);
  outgoing.end(CHUNK);
};

const server = createServer(
  createListener({ routes: [{ path: "/v1/stream", limit: "gate", module: { GET } }], next: page }),
);
beforeAll(() => new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (how: string, signal?: AbortSignal) => {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/v1/stream?how=${how}`, signal ? { signal } : {});
};

it("streams a response to its end", async () => {
  const response = await get("end");
  expect(response.status).toBe(200);
  resume();
  expect((await response.arrayBuffer()).byteLength).toBe(2 * CHUNK.byteLength);
});

it("closes the connection if a stream fails, so that clients notice an incomplete response", async () => {
  vi.mocked(console).error.mockImplementationOnce(() => {});
  const response = await get("fail");
  expect(response.status).toBe(200);
  resume();
  await expect(response.arrayBuffer()).rejects.toThrow("terminated");
});

it("counts the bytes of a page against its network", async () => {
  process.env.RATE_LIMIT_PER_NETWORK = "5";
  rereadEnv();
  const { port } = server.address() as AddressInfo;
  const remaining = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/page`);
    expect((await response.arrayBuffer()).byteLength).toBe(2 * CHUNK.byteLength);
    return Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
  };
  // 200,000 bytes count as four requests of 64 KiB.
  expect(await remaining()).toBe(9);
  await expect.poll(remaining).toBe(5);
  process.env.RATE_LIMIT_PER_NETWORK = "0";
  rereadEnv();
});

it.each([
  // Next.js renders pages under these. The first is /signin, if the build's ID is known.
  "/_next/data/build/signin.json",
  "/_next/nothing",
  "/monograms/no/such/file",
  // A file's path only once decoded, which Hono does and Next.js doesn't.
  "/%5fnext/static/x",
])("%s counts as a page, not a file", async (path) => {
  process.env.RATE_LIMIT_PER_NETWORK = "5";
  rereadEnv();
  const { port } = server.address() as AddressInfo;
  const { headers } = await exchange(port, head("GET", path));
  process.env.RATE_LIMIT_PER_NETWORK = "0";
  rereadEnv();
  expect(headers["ratelimit-policy"]).toMatch(/^"network"/);
});

it("counts requests whose method no operation supports", async () => {
  process.env.RATE_LIMIT_PER_NETWORK = "5";
  rereadEnv();
  const { port } = server.address() as AddressInfo;
  const { headers } = await exchange(port, head("PUT", "/v1/stream"));
  process.env.RATE_LIMIT_PER_NETWORK = "0";
  rereadEnv();
  expect(headers["ratelimit-policy"]).toMatch(/^"network"/);
});

it.each([
  ["false", "127.0.0.1"],
  ["true", "203.0.113.9"],
])("with TRUST_PROXY=%s, the client's address is %s", async (trusted, address) => {
  process.env.TRUST_PROXY = trusted;
  rereadEnv();
  const GET = async () => new Response(requestContext()?.address);
  const server = createServer(
    createListener({ routes: [{ path: "/v1/me", limit: "gate", module: { GET } }], next: page }),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const forwarded = ["X-Forwarded-For: 198.51.100.7", "X-Forwarded-For: 203.0.113.9"];
  const { body } = await exchange(port, head("GET", "/v1/me", ...forwarded));
  expect(body).toContain(address);
  server.closeAllConnections();
  server.close();
  process.env.TRUST_PROXY = "false";
  rereadEnv();
});

it("stops reading when the client disconnects", async () => {
  const client = new AbortController();
  const response = await get("endless", client.signal);
  await response.body?.getReader().read();
  client.abort();
  await expect.poll(() => isCanceled).toBe(true);
});

it("responds with 500 to an error of its own, and keeps serving", async () => {
  vi.spyOn(log(), "error").mockImplementation(() => {});
  let isBroken = true;
  const next: NextHandler = async (_, outgoing) => {
    if (isBroken) throw new Error("thrown inside the listener");
    outgoing.end("page");
  };
  const failing = createServer(createListener({ routes: [], next }));
  await once(failing.listen(0, "127.0.0.1"), "listening");
  const { port } = failing.address() as AddressInfo;
  const failed = await exchange(port, head("GET", "/"));
  expect(failed.status).toBe(500);
  expect(JSON.parse(failed.body).error.code).toBe("INTERNAL_ERROR");
  isBroken = false;
  expect((await exchange(port, head("GET", "/"))).body).toContain("page");
  failing.closeAllConnections();
  failing.close();
});

describe("routes", () => {
  const paths = [
    "/v1/samples/[sample_id]",
    "/v1/samples/request",
    "/v1/samples/[sample_id]/receipt",
    "/v1/a.b",
  ];
  const routes = paths.map((path) => ({
    path,
    module: {
      GET: async (_: Request, { params }: { params: Promise<object> }) =>
        Response.json([path, await params]),
    },
  }));
  const server = createServer(createListener({ routes, next: page }));
  let port = 0;
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ["/v1/samples/request", "/v1/samples/request", {}],
    ["/v1/samples/7", "/v1/samples/[sample_id]", { sample_id: "7" }],
    ["/v1/samples/a%2Fb%20c", "/v1/samples/[sample_id]", { sample_id: "a/b c" }],
    ["/v1/samples/a%252Fb", "/v1/samples/[sample_id]", { sample_id: "a%2Fb" }],
    ["/v1/samples/request/receipt", "/v1/samples/[sample_id]/receipt", { sample_id: "request" }],
    ["/v1/a.b", "/v1/a.b", {}],
  ])("%s matches %s", async (path, template, params) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(await response.json()).toEqual([template, params]);
  });

  it.each(["/v1/samples", "/v1/samples/", "/v1/samples/7/", "/v1/aXb", "/v1", "/embed/nothing"])(
    "%s matches nothing",
    async (path) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      expect([response.status, (await response.json()).error.code]).toEqual([404, "NOT_FOUND"]);
    },
  );
});
