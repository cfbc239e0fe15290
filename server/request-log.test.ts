import { once } from "node:events";
import {
  createServer,
  type OutgoingHttpHeaders,
  request as open,
  type RequestListener,
} from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addToLogContext, log, withinLogContext } from "#lib/log.ts";
import { metrics } from "#lib/metrics.ts";
import { logRequest } from "./request-log.ts";

type Line = Record<string, unknown>;
let lines: [level: string, line: Line][];
let spies: { mockRestore(): void }[];

beforeEach(() => {
  lines = [];
  spies = [vi.spyOn(log(), "isLevelEnabled").mockReturnValue(true)];
  for (const level of ["debug", "info", "warn"] as const) {
    const record = (line: Line) => void lines.push([level, line]);
    spies.push(vi.spyOn(log(), level).mockImplementation(record as never));
  }
});
afterEach(() => {
  for (const spy of spies) spy.mockRestore();
});

/** Serves one request and waits for its log line. */
async function serve(
  handle: RequestListener,
  { method = "GET", headers = {} as OutgoingHttpHeaders, disconnect = false } = {},
): Promise<[level: string, line: Line]> {
  const server = createServer((incoming, outgoing) => {
    const context = logRequest(incoming, outgoing);
    withinLogContext(context, () => {
      addToLogContext({ route: "/here/[id]" });
      handle(incoming, outgoing);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = open({ port, host: "127.0.0.1", path: "/here/42?token=x", method, headers });
  client.on("error", () => {});
  client.end();
  if (disconnect) await once(server, "request").then(() => client.destroy());
  else (await once(client, "response"))[0].resume();
  await expect.poll(() => lines).toHaveLength(1);
  server.close();
  return lines[0] as [string, Line];
}

const status =
  (code: number): RequestListener =>
  (_incoming, outgoing) =>
    outgoing.writeHead(code).end();

it.each([
  ["GET", 200, "debug"],
  ["HEAD", 204, "debug"],
  ["POST", 202, "info"],
  ["GET", 404, "info"],
  ["POST", 503, "warn"],
  ["GET", 500, "warn"],
])("logs %s with status %i once at %s level, by route", async (method, code, level) => {
  const [logged, line] = await serve(status(code), { method });
  expect(logged).toBe(level);
  expect(line).toEqual({
    request_id: expect.any(String),
    method,
    route: "/here/[id]",
    status: code,
    ms: expect.any(Number),
  });
});

it("includes fields added while the request was handled", async () => {
  const [, line] = await serve(async (_incoming, outgoing) => {
    await new Promise((resolve) => setImmediate(resolve));
    addToLogContext({ donation_id: "d-1" });
    outgoing.writeHead(202).end();
  });
  expect(line).toMatchObject({ donation_id: "d-1" });
});

it.each([
  ["keeps the caller's request ID", "mine", /^mine$/],
  ["replaces an invalid one", "x".repeat(129), /^[0-9a-f-]{36}$/],
  ["replaces two", ["mine", "mine"], /^[0-9a-f-]{36}$/],
])("%s, and doesn't change the request", async (_, sent, expected) => {
  let isChanged: boolean | undefined;
  const check: RequestListener = (incoming, outgoing) => {
    const distinct = incoming.headersDistinct["x-request-id"];
    isChanged = String(distinct) !== String([sent].flat());
    outgoing.end();
  };
  const [, line] = await serve(check, { headers: { "X-Request-Id": sent } });
  expect(line.request_id).toMatch(expected);
  expect(isChanged).toBe(false);
});

it("logs a client that disconnected before the response", async () => {
  const [, line] = await serve(() => {}, { disconnect: true });
  expect(line).toMatchObject({ status: 499 });
});

it("counts by route, method, and status class, with one label for unknown methods", async () => {
  await serve(status(418), { method: "PROPFIND" });
  const { values } = await metrics().httpSeconds.get();
  const ours = values.filter(({ labels }) => labels.route === "/here/[id]");
  const counted = ours.filter(({ labels }) => labels.method === "other");
  expect(counted.length).toBeGreaterThan(0);
  for (const { labels } of counted) expect(labels.status).toBe("4xx");
  expect(values.map(({ labels }) => labels.method)).not.toContain("PROPFIND");
});
