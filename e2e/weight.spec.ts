/** What pages weigh at a first visit, with an empty cache. Sizes are compressed, as sent. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { makeCardholder } from "./application.ts";
import { openSession } from "./embed-sessions.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { MIXED, signInWithGifts } from "./school-gifts.ts";

type Loaded = { url: string; type: string; sent: number; headers: number; decoded: number };

const KILOBYTE = 1_000;

/** Loads a page. @returns what it loaded, the document first */
async function load(page: Page, address: string): Promise<Loaded[]> {
  const protocol = await page.context().newCDPSession(page);
  const all = new Map<string, Loaded>();
  await protocol.send("Network.enable");
  await protocol.send("Network.setCacheDisabled", { cacheDisabled: true });
  protocol.on("Network.requestWillBeSent", ({ requestId, request: { url }, type = "" }) =>
    all.set(requestId, { url, type, sent: 0, headers: 0, decoded: 0 }),
  );
  const update = (id: string, change: (one: Loaded) => Partial<Loaded>) => {
    const one = all.get(id);
    if (one) Object.assign(one, change(one));
  };
  protocol.on("Network.responseReceived", ({ requestId, response }) =>
    update(requestId, () => ({ headers: response.encodedDataLength })),
  );
  protocol.on("Network.dataReceived", ({ requestId, dataLength }) =>
    update(requestId, ({ decoded }) => ({ decoded: decoded + dataLength })),
  );
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    update(requestId, () => ({ sent: encodedDataLength })),
  );
  await page.goto(address, { waitUntil: "networkidle" });
  await protocol.detach();
  return [...all.values()];
}

const sum = (sizes: number[]) => sizes.reduce((bytes, size) => bytes + size, 0);
const sent = (loaded: Loaded[]) => sum(loaded.map((one) => one.sent));

/** Whether every page of this Next.js version loads a script, even an empty one. */
function isOfNext(url: string): boolean {
  const [, file] = /\/_next\/(.*)/.exec(url) ?? [];
  if (!file) return false;
  const { rootMainFiles } = JSON.parse(readFileSync(".next/build-manifest.json", "utf8"));
  return (
    rootMainFiles.includes(file) || /OutletBoundary/.test(readFileSync(`.next/${file}`, "utf8"))
  );
}

test.use({ serviceWorkers: "block", allowedConsoleErrors: [/status of 404/] });

test("signed-out pages have at most 40 kB of HTML, 10 kB of own scripts, and one stylesheet", async ({
  page,
}) => {
  for (const address of [
    "/",
    "/signin",
    "/forgot-password",
    "/set-password?token=x",
    "/schools",
    "/schools?search=state",
    "/schools/ohio-state",
    "/schools/no-such-school",
    "/help",
    "/banks",
    "/docs",
    "/docs/api/requestDonation",
    "/nowhere",
  ]) {
    const loaded = await load(page, address);
    expect.soft(loaded[0], address).toMatchObject({ type: "Document" });
    expect.soft(loaded[0]?.decoded, address).toBeLessThanOrEqual(40 * KILOBYTE);
    const scripts = loaded.filter(({ type, url }) => type === "Script" && !isOfNext(url));
    expect.soft(scripts.map(({ url }) => new URL(url).pathname)).toContain("/page.js");
    const own = sum(scripts.map(({ sent, headers }) => sent - headers));
    expect.soft(own, address).toBeLessThanOrEqual(10 * KILOBYTE);
    const styles = loaded.filter(({ type }) => type === "Stylesheet");
    expect.soft(styles, address).toHaveLength(1);
    const style = await page.request.head(styles[0]?.url as string);
    expect.soft(style.headers()["cache-control"], address).toContain("immutable");
  }
});

test("a plain form can be used after at most 30 kB, without React", async ({ page }) => {
  for (const address of [
    "/signin",
    "/signin/passkey",
    "/signin?again=x&next=%2Fhome",
    "/forgot-password",
    "/set-password?token=x",
    "/invitation?token=x",
  ]) {
    const loaded = await load(page, address);
    const needed = loaded.filter(({ type }) => /Document|Script|Stylesheet/.test(type));
    expect.soft(sent(needed), address).toBeLessThanOrEqual(30 * KILOBYTE);
    const scripts = needed.filter(({ type }) => type === "Script").map(({ url }) => url);
    expect.soft(scripts.join(" "), address).not.toContain("/_next/");
  }
});

test("a team's full list is at most 25 kB of HTML and 20 kB of scripts, without React", async ({
  page,
}) => {
  const gifts = Array.from({ length: 55 }, (_, n) => MIXED[n % MIXED.length] ?? {});
  await signInWithGifts(page, "/school", gifts);
  for (const address of ["/school/gifts", "/school/gifts/confirm", "/school/donors", "/school"]) {
    const loaded = await load(page, address);
    expect.soft(sent(loaded.slice(0, 1)), address).toBeLessThanOrEqual(25 * KILOBYTE);
    const scripts = loaded.filter(({ type }) => type === "Script");
    expect.soft(scripts.map(({ url }) => new URL(url).pathname)).toContain("/desk.js");
    expect.soft(scripts.map(({ url }) => url).join(" "), address).not.toContain("/_next/");
    expect.soft(sent(scripts), address).toBeLessThanOrEqual(20 * KILOBYTE);
  }
});

test("every page of the documentation has at most 40 kB of HTML", async ({ page }) => {
  const response = await page.request.get("/docs");
  const html = await response.text();
  const addresses = new Set([...html.matchAll(/href="(\/docs\/[^"#]+)/g)].map(([, path]) => path));
  const { paths } = await (await page.request.get("/openapi.json")).json();
  expect(addresses.size).toBeGreaterThan(Object.keys(paths).length);
  for (const address of ["/docs", ...addresses] as string[]) {
    const { length } = await (await page.request.get(address)).body();
    expect.soft(length, address).toBeLessThanOrEqual(40 * KILOBYTE);
  }
});

test("the landing page makes at most 15 requests for 250 kB", async ({ page }) => {
  const loaded = await load(page, "/");
  expect(loaded.length).toBeLessThanOrEqual(15);
  expect(sent(loaded)).toBeLessThanOrEqual(250 * KILOBYTE);
});

test("giving makes at most 20 requests a page", async ({ page }) => {
  await signIn(page, await makeCardholder(), "/healthz");
  for (const address of ["/give", "/give/ohio-state"]) {
    const loaded = await load(page, address);
    expect(loaded.length, address).toBeGreaterThan(5);
    expect(loaded.length, address).toBeLessThanOrEqual(20);
  }
});

test("the embedded flow's first page is at most 40 kB, with or without a school", async ({
  page,
}) => {
  for (const options of [{ school_id: "ohio-state" }, {}]) {
    const loaded = await load(page, (await openSession(options)).url);
    expect(sent(loaded), JSON.stringify(options)).toBeLessThanOrEqual(40 * KILOBYTE);
  }
});
