/** Headers that no ordinary client sends: repeated, and very many. */
import { expect, it } from "vitest";
import type { Application } from "./application.ts";
import { exchange } from "./raw-http.ts";

/** Headers that the product, Next.js, Hono, or Node.js reads, and property names of every object. */
const READ: [name: string, first: string, second: string][] = [
  ["accept", "text/html", "application/json"],
  ["accept-encoding", "gzip", "br"],
  ["accept-language", "en", "de"],
  ["authorization", "Bearer a", "Basic Yg=="],
  ["baggage", "a=1", "b=2"],
  ["connection", "close", "keep-alive"],
  ["content-encoding", "identity", "gzip"],
  ["content-length", "0", "5"],
  ["content-type", "application/json", "text/plain"],
  ["cookie", "a=1", "points-session=x"],
  ["expect", "100-continue", "more"],
  ["forwarded", "for=192.0.2.1", "host=evil.example"],
  ["host", "localhost", "other.test"],
  ["if-modified-since", "Sat, 29 Oct 1994 19:43:31 GMT", "x"],
  ["if-none-match", '"a"', '"b"'],
  ["next-action", "a", "b"],
  ["next-hmr-refresh", "1", "2"],
  ["next-router-prefetch", "1", "2"],
  ["next-router-segment-prefetch", "/_tree", "/../x"],
  ["next-router-state-tree", "a", "b"],
  ["next-url", "/a", "/b"],
  ["origin", "https://evil.example", "null"],
  ["range", "bytes=0-1", "bytes=1-2"],
  ["referer", "https://evil.example/", "x"],
  ["rsc", "1", "2"],
  ["sec-fetch-site", "same-origin", "cross-site"],
  ["te", "trailers", "deflate"],
  ["traceparent", "00-a-b-01", "x"],
  ["trailer", "a", "b"],
  ["transfer-encoding", "chunked", "identity"],
  ["upgrade", "h2c", "websocket"],
  ["user-agent", "a", "b"],
  ["x-client-address", "192.0.2.1", "203.0.113.9"],
  ["x-forwarded-for", "192.0.2.1", "203.0.113.9"],
  ["x-forwarded-host", "evil.example", "other.test"],
  ["x-forwarded-proto", "http", "https"],
  ["x-matched-path", "/a", "/b"],
  ["x-middleware-subrequest", "proxy", "middleware"],
  ["x-nextjs-data", "1", "2"],
  ["x-request-id", "mine-1", "mine-2"],
  ["x-service-api-key", "svc_test_a", "svc_test_b"],
  ["__proto__", "a", "b"],
  ["constructor", "a", "b"],
  ["toString", "a", "b"],
  ["x-unknown", "a", "b"],
];

const HOST = "Host: localhost";
/** Node.js parses 2,000 headers and 16 KiB by default. */
const COUNTS = [1, 100, 1_999, 2_000, 2_001, 3_500];

/** Description → the lines of a request's head. */
function unusualHeaders(): [what: string, lines: string[]][] {
  const repeated = READ.flatMap(([name, first, second]) => {
    const rest = name === "host" ? [] : [HOST];
    const lines = (...values: string[]) => [...rest, ...values.map((value) => `${name}: ${value}`)];
    return [
      [`${name} twice`, lines(first, second)],
      [`${name} twice alike`, lines(first, first)],
      [`${name} nine times`, lines(...Array(9).fill(second))],
      [`${name} with rsc`, [...lines(second), "rsc: 1"]],
    ] as [string, string[]][];
  });
  const many = COUNTS.flatMap((count) => {
    const others: string[] = Array(count).fill("a:");
    return [
      [`${count} others after the host`, [HOST, ...others]],
      [`${count} others before the host`, [...others, HOST]],
    ] as [string, string[]][];
  });
  return [...repeated, ...many];
}

/** A request's head with exactly these lines. */
export const headOf = (method: string, path: string, lines: string[]): string =>
  [`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");

const API = ["/v1/schools", "/v1/nothing", "/healthz", "/openapi.json", "/oauth/jwks"];
const PAGES = ["/signin", "/plain-page.css", "/embed/session", "/docs"];
const ASKED = [...API, ...PAGES];
const TOLD_TWICE = "x-request-id twice";
/** Tried at every address, in every run: pages read this one, and Next.js fails on it. */
const ALWAYS = [TOLD_TWICE, "next-router-state-tree with rsc"];

/** Defines the tests. @param all whether each address gets every unusual header rather than a third of them */
export function unusualHeaderTests(app: Application, all: boolean): void {
  it.each(ASKED)("are answered promptly: %s", async (path) => {
    let id = "";
    for (const [n, [what, lines]] of unusualHeaders().entries()) {
      if (!all && n % 3 !== ASKED.indexOf(path) % 3 && !ALWAYS.includes(what)) continue;
      const answer = await exchange(app.port, headOf("GET", path, lines));
      expect.soft(answer.status, what).toBeGreaterThanOrEqual(200);
      expect.soft(answer.status, what).toBeLessThan(500);
      expect.soft(answer.headers["x-request-id"], what).toBeTruthy();
      if (what === TOLD_TWICE) id = String(answer.headers["x-request-id"]);
    }
    // With two IDs, neither is accepted.
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
}
