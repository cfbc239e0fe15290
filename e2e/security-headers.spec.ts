/** Security headers of every response. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Application } from "../test/process/application.ts";
import { makeCardholder, submitDonation } from "./application.ts";
import { openSession } from "./embed-sessions.ts";
import { expect, signIn, test } from "./fixtures.ts";

const PUBLIC = [
  "/",
  "/signin",
  "/docs",
  "/sandbox",
  "/sandbox/bank",
  "/nowhere",
  "/offline.html",
  "/sw.js",
];
const PORTAL = ["/home", "/schools", "/schools/ohio-state", "/schools/no-such-school"];
const FILES = ["/monograms/ohio-state.svg", "/plain-page.css", "/icon.svg"];

const STRICT = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
};

const directives = (policy = "") =>
  Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name, ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );

test("every page has strict loading, framing, and referrer policies", async ({ page }) => {
  await signIn(page, await makeCardholder(), "/healthz");
  const nonces = new Set<string>();
  const addresses = [...PUBLIC, ...PORTAL, "/"];
  for (const address of addresses) {
    const headers = (await page.request.get(address)).headers();
    expect.soft(headers, address).toMatchObject(STRICT);
    expect.soft(headers["strict-transport-security"], address).toBeUndefined();
    const policy = directives(headers["content-security-policy"]);
    expect.soft(policy, address).toMatchObject({
      "default-src": "'none'",
      "style-src": expect.stringMatching(/^'self'( 'nonce-[0-9a-f-]{36}')?$/),
      "connect-src": "'self'",
      "form-action": "'self'",
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
    });
    expect.soft(headers["content-security-policy"], address).not.toMatch(/unsafe|\*|http/);
    const [, nonce] = /^'nonce-([0-9a-f-]{36})' 'strict-dynamic'$/.exec(policy["script-src"]) ?? [];
    expect.soft(policy["style-src"], address).toContain(`'nonce-${nonce}'`);
    nonces.add(String(nonce));
  }
  expect(nonces).not.toContain("undefined");
  expect(nonces.size).toBe(addresses.length);
});

test("the embedded flow loads its own files only, and runs and styles with a fresh nonce", async ({
  request,
}) => {
  const { url } = await openSession({ school_id: "ohio-state" });
  const nonces = new Set<string>();
  for (let visit = 0; visit < 2; visit++) {
    const headers = (await request.get(url)).headers();
    const policy = directives(headers["content-security-policy"]);
    const [, nonce] = /^'nonce-([0-9a-f-]{36})'$/.exec(policy["script-src"]) ?? [];
    nonces.add(String(nonce));
    expect(policy).toEqual({
      "default-src": "'none'",
      "script-src": `'nonce-${nonce}'`,
      "style-src": `'nonce-${nonce}'`,
      "img-src": "'self'",
      "font-src": "'self'",
      "connect-src": "'self'",
      "form-action": "'self'",
      "base-uri": "'none'",
      "frame-ancestors": expect.not.stringContaining("*"),
    });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    expect(headers["set-cookie"]).toBeUndefined();
  }
  expect(nonces).not.toContain("undefined");
  expect(nonces.size).toBe(2);
});

test("private pages aren't cached, and the service worker is revalidated every time", async ({
  page,
}) => {
  await signIn(page, await makeCardholder(), "/healthz");
  for (const address of PORTAL) {
    const { "cache-control": caching } = (await page.request.get(address)).headers();
    expect.soft(caching, address).toContain("no-store");
  }
  for (const address of FILES) {
    const headers = (await page.request.get(address)).headers();
    expect.soft(headers, address).toMatchObject(STRICT);
    expect.soft(headers["content-security-policy"], address).toContain("default-src 'none'");
  }
  const worker = (await page.request.get("/sw.js")).headers();
  expect(worker["cache-control"]).toBe("no-cache");
  expect(worker["content-type"]).toContain("javascript");
  const [session] = (await page.context().cookies()).filter(({ name }) => /session/.test(name));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", secure: false, path: "/" });
});

test.describe("in a browser", () => {
  test.use({ allowedConsoleErrors: [/status of 404/] });

  test("loads nothing from other origins @long", async ({ page }) => {
    const origins = new Set<string>();
    page.context().on("request", (request) => origins.add(new URL(request.url()).origin));
    await signIn(page, await makeCardholder(), "/healthz");
    for (const address of [...PUBLIC, ...PORTAL].filter((one) => one !== "/sw.js")) {
      await page.goto(address, { waitUntil: "networkidle" });
    }
    expect([...origins]).toEqual([new URL(page.url()).origin]);
  });
});

test.describe("user input", () => {
  test.use({ allowedConsoleErrors: [/Content Security Policy|status of 404/] });

  const EVIL = `<script>window.hit = 1</script><img src=x onerror="window.hit = 1">`;
  const wasHit = () => (window as { hit?: number }).hit;

  test("is escaped, and foreign scripts don't run", async ({ page }) => {
    const person = await makeCardholder(EVIL);
    const account = { service_user_id: person.accountId };
    await submitDonation(25, { ...account, fund_designation: EVIL, cardholder_message: EVIL });
    await signIn(page, person);
    await expect(page.getByText("<script>window.hit").first()).toBeVisible();
    await page.goto(`/schools?search=${encodeURIComponent(EVIL)}`);
    await expect(page.getByRole("searchbox")).toHaveValue(EVIL);
    expect(await page.evaluate(wasHit)).toBeUndefined();
  });

  test("doesn't run even if it is injected into a page", async ({ page }) => {
    const styled = `<b style="position: fixed" onclick="window.hit = 1">Press me</b>`;
    await page.route("**/offline.html", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace("</main>", `${EVIL}${styled}</main>`);
      await route.fulfill({ response, body });
    });
    await page.goto("/offline.html");
    await page.getByText("Press me").click();
    await expect(page.getByText("Press me")).toHaveCSS("position", "static");
    expect(await page.evaluate(wasHit)).toBeUndefined();
  });
});

test.describe("when the public address is https", () => {
  const origin = "https://points.example";
  const app = new Application({ PUBLIC_BASE_URL: origin });
  test.beforeAll(async () => {
    await app.start();
  });
  test.afterAll(() => app.remove());

  test("HSTS is sent and the session cookie is Secure", async () => {
    for (const address of ["/", "/v1/schools", "/sw.js", "/nowhere", "/v1//schools"]) {
      const { headers } = await fetch(app.base + address);
      expect
        .soft(headers.get("strict-transport-security"), address)
        .toBe("max-age=31536000; includeSubDomains");
    }
    const person = readFileSync(path.join(app.dataDir, "demonstration.json"), "utf8");
    const { email, password } = JSON.parse(person);
    const { headers } = await fetch(`${app.base}/signin/submit`, {
      method: "POST",
      headers: { Origin: origin },
      body: new URLSearchParams({ email, password }),
      redirect: "manual",
    });
    const session = headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-"));
    expect(session).toMatch(/HttpOnly/i);
    expect(session).toMatch(/Secure/i);
    expect(session).toMatch(/SameSite=Lax/i);
  });
});
