import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import type { NextHandler } from "#lib/framework/next-pages.ts";
import { log } from "#lib/log.ts";
import { exchange, head } from "#test/process/raw-http.ts";
import { frontDoor } from "./front-door.ts";
import { routeTable } from "./route-table.ts";

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

const door = createServer(frontDoor(routeTable([{ path: "/v1/stream", module: { GET } }]), page));
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

it("stops reading when the client is gone", async () => {
  const leaving = new AbortController();
  const answer = await ask("for ever", leaving.signal);
  await answer.body?.getReader().read();
  leaving.abort();
  await expect.poll(() => isGivenUp).toBe(true);
});

it("answers a request on which it fails itself, and serves the next ones", async () => {
  vi.spyOn(log(), "error").mockImplementationOnce(() => {});
  let isBroken = true;
  const nameOf = () => {
    if (isBroken) throw new Error("thrown inside the listener");
    return "(page)";
  };
  const page = async (_: unknown, outgoing: ServerResponse) => void outgoing.end("page");
  const failing = createServer(frontDoor(routeTable([]), page, nameOf));
  await once(failing.listen(0, "127.0.0.1"), "listening");
  const { port } = failing.address() as AddressInfo;
  const refused = await exchange(port, head("GET", "/"));
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.body).error.code).toBe("BAD_REQUEST");
  isBroken = false;
  expect((await exchange(port, head("GET", "/"))).body).toContain("page");
  failing.closeAllConnections();
  failing.close();
});
