/** next-auth's routes handle hostile input with an error in our format, or with their own response. */
import { describe, expect, it } from "vitest";
import { type Random, seeded } from "../random.ts";
import { type Application, eventually } from "./application.ts";

const PATHS = [
  "session",
  "csrf",
  "providers",
  "signin",
  "signin/credentials",
  "callback",
  "callback/credentials",
  "callback/email",
  "signout",
  "_log",
  "error",
  "verify-request",
  "constructor",
  "__proto__",
  "session/more",
];
const TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "application/json; charset=utf-16",
  "multipart/form-data",
  "multipart/form-data; boundary=b",
  "text/plain",
  "x",
  "",
];
const BODIES = [
  "",
  "{",
  "null",
  "[]",
  "1",
  '"x"',
  '{"csrfToken":{"a":1},"json":true}',
  '{"callbackUrl":{"a":1}}',
  '{"__proto__":{"x":1}}',
  "csrfToken=%&callbackUrl=%00",
  "callbackUrl=javascript:alert(1)&json=true",
  "a[b]=1&a[b]=2",
  "\u0000\ud800",
];
const QUERIES = [
  "",
  "?callbackUrl=%00",
  "?callbackUrl=//evil.example&error=x",
  "?error=%0d%0aX:1",
  "?callbackUrl=nowhere",
  "?callbackUrl=/%E2%98%83",
  "?error=%E2%98%83",
  "?callbackUrl=/signin",
  "?nextauth=x",
];
const COOKIES = [
  "",
  "next-auth.csrf-token=%",
  "next-auth.csrf-token=a|b|c",
  "points-session=%00",
  "next-auth.callback-url=%00",
  "__Secure-next-auth.callback-url=nowhere",
  "=;=;",
];

async function expectNoFault(answer: Response, what: string): Promise<void> {
  const text = await answer.text();
  expect(answer.status, what).toBeLessThan(500);
  expect(answer.headers.get("content-type") ?? "", what).not.toContain("html");
  if (answer.status < 400 || answer.status === 401) return;
  expect(JSON.parse(text), what).toMatchObject({
    success: false,
    error: { code: expect.any(String) },
  });
  expect(answer.headers.get("x-request-id")).toBeTruthy();
}

/** Every combination of the two. */
const pairs = <A, B>(some: readonly A[], others: readonly B[]) =>
  some.flatMap((one) => others.map((other) => [one, other] as const));

/** Each value at least once, with a random partner. */
function eachOnce<A, B>(random: Random, some: readonly A[], others: readonly B[]) {
  const [ones, twos] = [random.shuffle(some), random.shuffle(others)];
  return Array.from(
    { length: Math.max(ones.length, twos.length) },
    (_, n) => [ones[n % ones.length], twos[n % twos.length]] as readonly [A, B],
  );
}

async function postAs(app: Application, path: string, type: string, body: string): Promise<void> {
  const answer = await fetch(`${app.base}/api/auth/${path}`, {
    method: "POST",
    redirect: "manual",
    headers: type ? { "Content-Type": type } : {},
    body: Buffer.from(body, "latin1"),
  });
  await expectNoFault(answer, `${type}: ${body}`);
}

async function ask(
  app: Application,
  ...[path, method, query, cookie]: [path: string, method: string, query: string, cookie: string]
): Promise<void> {
  const headers = {
    Cookie: cookie,
    ...(method === "POST" ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
  };
  const init = { method, redirect: "manual" as const, headers };
  const answer = await fetch(`${app.base}/api/auth/${path}${query}`, init);
  if (method === "HEAD") expect(answer.status).toBeLessThan(500);
  else await expectNoFault(answer, `${method} ${query} ${cookie}`);
}

/** Defines the tests. @param all whether each path gets every combination, not each value once */
export function nextAuthInputTests(app: Application, all: boolean): void {
  const paired = <A, B>(random: Random, some: readonly A[], others: readonly B[]) =>
    all ? pairs(some, others) : eachOnce(random, some, others);

  describe.each(PATHS)("/api/auth/%s", (path) => {
    it(
      "handles any body of any type",
      seeded(async (random) => {
        for (const [type, body] of paired(random, TYPES, BODIES)) {
          await postAs(app, path, type, body);
        }
      }),
    );

    it(
      "handles any query and any cookie",
      seeded(async (random) => {
        for (const method of ["GET", "POST", "HEAD"]) {
          for (const [query, cookie] of paired(random, QUERIES, COOKIES)) {
            await ask(app, path, method, query, cookie);
          }
        }
      }),
    );
  });

  it("malformed JSON gets a 400 in our format", async () => {
    const answer = await fetch(`${app.base}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{",
    });
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.code).toBe("BAD_REQUEST");
  });

  it("input can't forge log lines, and isn't logged as an internal error", async () => {
    const body = new URLSearchParams({ level: "error", code: "x" });
    const answer = await fetch(`${app.base}/api/auth/_log`, { method: "POST", body });
    expect(answer.status).toBe(404);
    const id = answer.headers.get("x-request-id") ?? "no ID";
    // The log is ordered, so earlier lines have arrived, too.
    await eventually(() => app.output.includes(id) || undefined, "the request is logged");
    expect(app.output.split("\n").filter((line) => line.includes('"msg":"next-auth"'))).toEqual([]);
  });
}
