import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { customServer } from "#lib/singleton.ts";
import { staticPage } from "./page-cache.ts";

const HTML =
  '<!doctype html><html><head><link rel="preload" as="script" href="/a.js"><link rel="stylesheet" href="/a.css" nonce="n"><style>p{}</style></head>' +
  '<body><p>Reference</p><script nonce="n">x()</script><script>self.f.push("</p>")</script></body></html>';

let rendered = 0;
let status = 200;
async function next(_incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  rendered += 1;
  outgoing.statusCode = status;
  outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
  outgoing.setHeader(
    "Content-Security-Policy",
    "default-src 'none'; script-src 'nonce-n'; style-src 'self' 'nonce-n'; x 'y'",
  );
  outgoing.write(HTML.slice(0, 50));
  await new Promise((resolve) => setImmediate(resolve));
  outgoing.end(HTML.slice(50));
}

customServer().isActive = true;
const context = { params: Promise.resolve({}) };
const request = (headers = {}) => new Request("http://service.test/docs", { headers });

it("is rendered once, and sent without scripts", async () => {
  rendered = 0;
  const handler = await staticPage(next, "/docs");
  const responses = await Promise.all([1, 2, 3].map(() => handler(request(), context)));
  const texts = await Promise.all(responses.map((response) => response.text()));
  expect(rendered).toBe(1);
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain("<p>Reference</p>");
  expect(texts[0]).toContain('<link rel="stylesheet" href="/a.css">');
  expect(texts[0]).not.toMatch(/script|nonce/);
  const { headers } = responses[0] as Response;
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'none'; style-src 'self'; x 'y'",
  );
  expect(headers.get("etag")).toMatch(/^"[\w-]+"$/);
});

it("isn't served if rendering fails", async () => {
  status = 500;
  await expect(staticPage(next, "/docs")).rejects.toThrow("500");
  status = 200;
});

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.0", null],
  ["identity", null],
  ["*", "gzip"],
])("with Accept-Encoding: %s, it's encoded as %s", async (accepted, encoding) => {
  const handler = await staticPage(next, "/docs");
  const response = await handler(request({ "Accept-Encoding": accepted }), context);
  expect(response.headers.get("content-encoding")).toBe(encoding);
});
