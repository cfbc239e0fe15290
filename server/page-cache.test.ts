import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { cachePublicPages } from "./page-cache.ts";

let rendered: string[] = [];
let status = 200;

const OWN_SCRIPT = '<script type="module" async="" src="/page.js" nonce="NONCE"></script>';
const REACT =
  '<link rel="preload" as="script" href="/_next/static/a.js"/><script nonce="NONCE">f("NONCE")</script>';

/** Writes pages as Next.js does, with the policy's nonce on scripts. */
async function next({ url = "" }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  rendered.push(url);
  const nonce = crypto.randomUUID();
  outgoing.statusCode = status;
  outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
  outgoing.setHeader("Content-Security-Policy", `script-src 'nonce-${nonce}' 'strict-dynamic'`);
  outgoing.setHeader("Vary", "rsc, Accept-Encoding");
  outgoing.setHeader("Cache-Control", "no-store");
  if (url === "/schools/personal") outgoing.setHeader("Set-Cookie", "owner=someone");
  outgoing.write(`<p>${url} “page” ${rendered.length}</p>`);
  await new Promise((resolve) => setImmediate(resolve));
  outgoing.end(`${OWN_SCRIPT.replace("NONCE", nonce)}${REACT.replaceAll("NONCE", nonce)}`);
}

let handle = cachePublicPages(next);
const server = createServer((incoming, outgoing) =>
  handle(incoming, outgoing).catch((error) => outgoing.destroy(error)),
);
let base = "";
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.useRealTimers();
  handle = cachePublicPages(next);
  rendered = [];
  status = 200;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string, options: RequestInit = {}) => fetch(base + path, options);
const nonceIn = (response: Response) =>
  /nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ?? "none";

it.each(["/", "/signin", "/schools", "/schools/ohio-state"])(
  "%s is rendered once, and each visitor gets a new nonce",
  async (path) => {
    const responses = await Promise.all([1, 2, 3].map(() => get(path)));
    const pages = await Promise.all(responses.map((response) => response.text()));
    expect(rendered).toEqual([path]);
    const nonces = responses.map(nonceIn);
    expect(new Set(nonces).size).toBe(3);
    for (const [n, page] of pages.entries()) {
      expect(page.replaceAll(nonces[n] as string, "NONCE")).toBe(
        `<p>${path} “page” 1</p>${OWN_SCRIPT}`,
      );
    }
    const [{ headers, status }] = responses as [Response];
    expect(status).toBe(200);
    expect(headers.get("content-encoding")).toBe("gzip");
    expect(headers.get("vary")).toBe("rsc, Accept-Encoding");
    expect(headers.get("cache-control")).toBe("no-store");
    const head = await get(path, { method: "HEAD", headers: { "Accept-Encoding": "identity" } });
    expect(head.headers.get("content-encoding")).toBeNull();
    expect(Number(head.headers.get("content-length"))).toBe(Buffer.byteLength(pages[0] as string));
    expect(rendered).toEqual([path]);
  },
);

it.each<[string, RequestInit]>([
  ["/", { headers: { Cookie: "a=b; points-session=x" } }],
  ["/", { headers: { Cookie: "__Host-points-session=x" } }],
  ["/schools?search=ohio", {}],
  ["/schools/ohio-state?_rsc=1", { headers: { RSC: "1" } }],
  ["/schools?search=ohio&_rsc=1", { headers: { RSC: "1" } }],
  ["/signin", { method: "POST" }],
  ["/home", {}],
  ["/schools/personal", {}],
])("a request for %s with %j isn't served from the cache", async (path, options) => {
  for (let n = 0; n < 2; n++) await (await get(path, options)).text();
  expect(rendered.length).toBeGreaterThanOrEqual(2);
});

it.each([
  "/signin?again=x",
  "/signin/code",
  "/signin/passkey?next=%2Fhome",
  "/forgot-password?next=x",
  "/set-password?token=x",
  "/invitation?token=x",
  "/oauth/consent/xyz_1-2",
  "/verify?next=%2Fschool",
  "/give?search=ohio",
  "/schools?search=ohio",
  "/settings/two-step/passkey/create",
])("%s is rendered for each visitor, without React", async (path) => {
  const personal = { headers: { Cookie: "points-session=x" } };
  for (const options of [{}, personal, personal]) {
    const response = await get(path, options);
    expect(await response.text()).toBe(
      `<p>${path} “page” ${rendered.length}</p>${OWN_SCRIPT.replace("NONCE", nonceIn(response))}`,
    );
    expect(response.headers.get("content-encoding")).toBe("gzip");
  }
  expect(rendered).toEqual([path, path, path]);
});

it("a page passes on the visitor's request and all of the response", async () => {
  handle = cachePublicPages(async ({ headers }, outgoing) => {
    outgoing.statusCode = 307;
    outgoing.setHeader("Location", `/home?cookie=${headers.cookie}`);
    outgoing.setHeader("Set-Cookie", ["a=1", "b=2"]);
    outgoing.end();
  });
  const options = { redirect: "manual", headers: { Cookie: "second-step=x" } } as const;
  const { status: answered, headers } = await get("/signin/code", options);
  expect([answered, headers.get("location")]).toEqual([307, "/home?cookie=second-step=x"]);
  expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

it("what Next.js leaves to the browser is sent with React, as are other pages", async () => {
  for (const path of ["/schools/__next_error__", "/signin?again=__next_error__", "/home"]) {
    expect(await (await get(path)).text()).toContain("f(");
  }
});

it("a page is rendered again after ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await (await get("/")).text();
  vi.advanceTimersByTime(9_000);
  await (await get("/")).text();
  expect(rendered).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(await (await get("/")).text()).toContain("page” 2");
});

it("missing pages and failures aren't cached", async () => {
  status = 404;
  for (let n = 1; n <= 2; n++) {
    expect((await get("/schools/nowhere")).status).toBe(404);
    expect(rendered).toHaveLength(n);
  }
  status = 500;
  expect((await get("/")).status).toBe(500);
  status = 200;
  expect((await get("/")).status).toBe(200);
});

it("keeps a limited number of pages", async () => {
  for (let n = 0; n <= 300; n++) await (await get(`/schools/school-${n}`)).text();
  rendered = [];
  await (await get("/schools/school-300")).text();
  expect(rendered).toEqual([]);
  await (await get("/schools/school-0")).text();
  expect(rendered).toEqual(["/schools/school-0"]);
});

it("a rejected rendering isn't cached", async () => {
  // As the render queue does when it's full.
  const full: typeof next = () => Promise.reject(new Error("too many pages wait"));
  let isFull = true;
  handle = cachePublicPages((incoming, outgoing) => {
    if (isFull) return full(incoming, outgoing);
    return next(incoming, outgoing);
  });
  await expect(get("/schools", { signal: AbortSignal.timeout(1_000) })).rejects.toThrow();
  isFull = false;
  const second = await get("/schools", { signal: AbortSignal.timeout(1_000) });
  expect(second.status).toBe(200);
});
