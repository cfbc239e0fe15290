import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { requestContext } from "#lib/http/request-context.ts";
import { log } from "#lib/log.ts";
import { exchange, head } from "#test/process/raw-http.ts";
import { createListener, type NextHandler } from "./listener.ts";

const PORTION = Buffer.alloc(100_000, "x");
let goOn = () => {};
let isGivenUp = false;

/** Sends a portion, then what the path says: another and the end, a failure, or portions forever. */
const GET = async (request: Request) => {
  const how = new URL(request.url).searchParams.get("how");
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (how !== "for ever" && sent > 0) await mayGoOn;
        if (how === "break" && sent > 0) throw new Error("the rest could not be read");
        if (how === "end" && sent === 2) return controller.close();
        sent += 1;
        controller.enqueue(PORTION);
      },
      cancel() {
        isGivenUp = true;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body);
};

/** A page of two portions. */
const page: NextHandler = async (_, outgoing) => {
  outgoing.write(PORTION);
  outgoing.end(PORTION);
};

const door = createServer(
  createListener({ routes: [{ path: "/v1/stream", module: { GET } }], next: page }),
);
beforeAll(() => new Promise<void>((ready) => door.listen(0, "127.0.0.1", ready)));
afterAll(() => {
  door.closeAllConnections();
  door.close();
});

const ask = (how: string, signal?: AbortSignal) => {
  const { port } = door.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/v1/stream?how=${how}`, signal ? { signal } : {});
};

it("streams a response as it comes, to its end", async () => {
  const answer = await ask("end");
  expect(answer.status).toBe(200);
  goOn();
  expect((await answer.arrayBuffer()).byteLength).toBe(2 * PORTION.byteLength);
});

it("breaks the connection if a stream fails, so that an incomplete response is noticed", async () => {
  vi.mocked(console).error.mockImplementationOnce(() => {});
  const answer = await ask("break");
  expect(answer.status).toBe(200);
  goOn();
  await expect(answer.arrayBuffer()).rejects.toThrow("terminated");
});

it("counts the bytes of a page against its network", async () => {
  process.env.RATE_LIMIT_PER_NETWORK = "5";
  rereadEnv();
  const { port } = door.address() as AddressInfo;
  const left = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/page`);
    expect((await answer.arrayBuffer()).byteLength).toBe(2 * PORTION.byteLength);
    return Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
  };
  // 200,000 bytes are four times 64 KiB: three requests more.
  expect(await left()).toBe(9);
  await expect.poll(left).toBe(5);
  process.env.RATE_LIMIT_PER_NETWORK = "0";
  rereadEnv();
});

it.each([
  // Next.js renders pages under these: the first is that of /signin, once the build's name is known.
  "/_next/data/build/signin.json",
  "/_next/nothing",
  "/monograms/no/such/file",
  // A file's only to who decodes it, as Hono does and Next.js doesn't.
  "/%5fnext/static/x",
])("%s counts as a page, not as a file", async (path) => {
  process.env.RATE_LIMIT_PER_NETWORK = "5";
  rereadEnv();
  const { port } = door.address() as AddressInfo;
  const { headers } = await exchange(port, head("GET", path));
  process.env.RATE_LIMIT_PER_NETWORK = "0";
  rereadEnv();
  expect(headers["ratelimit-policy"]).toMatch(/^"network"/);
});

it("counts what no method of an operation answers", async () => {
  process.env.RATE_LIMIT_PER_NETWORK = "5";
  rereadEnv();
  const { port } = door.address() as AddressInfo;
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
    createListener({ routes: [{ path: "/v1/me", module: { GET } }], next: page }),
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

it("stops reading when the client is gone", async () => {
  const leaving = new AbortController();
  const answer = await ask("for ever", leaving.signal);
  await answer.body?.getReader().read();
  leaving.abort();
  await expect.poll(() => isGivenUp).toBe(true);
});

it("answers a request on which it fails itself, and serves the next ones", async () => {
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
    "/v1/donations/[donation_id]",
    "/v1/donations/request",
    "/v1/donations/[donation_id]/receipt",
    "/v1/files/[...path]",
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
    ["/v1/donations/request", "/v1/donations/request", {}],
    ["/v1/donations/7", "/v1/donations/[donation_id]", { donation_id: "7" }],
    ["/v1/donations/a%2Fb%20c", "/v1/donations/[donation_id]", { donation_id: "a/b c" }],
    ["/v1/donations/a%252Fb", "/v1/donations/[donation_id]", { donation_id: "a%2Fb" }],
    [
      "/v1/donations/request/receipt",
      "/v1/donations/[donation_id]/receipt",
      { donation_id: "request" },
    ],
    ["/v1/files/a/b", "/v1/files/[...path]", { path: "a/b" }],
    ["/v1/a.b", "/v1/a.b", {}],
  ])("%s leads to %s", async (path, template, params) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(await answer.json()).toEqual([template, params]);
  });

  it.each([
    "/v1/donations",
    "/v1/donations/",
    "/v1/donations/7/",
    "/v1/aXb",
    "/v1/files/",
    "/v1",
    "/embed/nothing",
  ])("%s leads nowhere", async (path) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([answer.status, (await answer.json()).error.code]).toEqual([404, "NOT_FOUND"]);
  });
});
