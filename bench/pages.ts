/**
 * How fast each page loads on a phone, and its size: each page of the production build, loaded with an empty
 * cache in a browser that is throttled over the DevTools protocol, as Lighthouse does.
 *
 *   npm run bench:pages
 *
 * Optional: BENCH_ROUNDS (5). Exits with 1 if a page takes 2.5 s or longer on either profile, if its layout shifts
 * by more than a pixel or two, or if it loads anything from another origin.
 */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { CHROMIUM_ARGS, findChromium } from "../e2e/chromium.ts";
import { Product } from "./product.ts";
import { median, run, say, setting, table } from "./statistics.ts";

const rounds = setting("BENCH_ROUNDS", 5);
/** "Good", by https://web.dev/articles/lcp. */
const LCP_LIMIT_MS = 2_500;
/** Text may shift by a pixel or two when fonts load. */
const SHIFT_LIMIT = 0.001;
const KIBIT = 1_024 / 8;

/** Latency per request in ms, bytes per second, and the CPU slowdown. */
const PROFILES = {
  // Chrome's "Slow 4G", Lighthouse's profile for phones: 150 ms round trip, 1.6 Mbit/s.
  "slow 4G": { latency: 562.5, down: 1_474.56 * KIBIT, up: 675 * KIBIT, cpu: 4 },
  // Chrome's "Fast 4G": 60 ms round trip, 9 Mbit/s.
  "fast 4G": { latency: 165, down: 8_294.4 * KIBIT, up: 1_382.4 * KIBIT, cpu: 4 },
} as const;

type Profile = (typeof PROFILES)[keyof typeof PROFILES];
type Load = { lcpMs: number; shift: number; scriptBytes: number; bytes: number; foreign: string[] };

/** Recorded by the page itself: the largest contentful paint, and layout shifts. */
function observe() {
  const metrics = { lcpMs: 0, shift: 0 };
  Object.assign(globalThis, { metrics });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) metrics.lcpMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      metrics.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

async function throttle(page: Page, { latency, down, up, cpu }: Profile) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Network.enable");
  await protocol.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: down,
    uploadThroughput: up,
  });
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  return protocol;
}

async function load(context: BrowserContext, base: string, path: string, profile: Profile) {
  const page = await context.newPage();
  const protocol = await throttle(page, profile);
  const types = new Map<string, string>();
  const foreign: string[] = [];
  const result: Load = { lcpMs: 0, shift: 0, scriptBytes: 0, bytes: 0, foreign };
  protocol.on("Network.responseReceived", ({ requestId, type, response }) => {
    types.set(requestId, type);
    if (!response.url.startsWith(base)) foreign.push(response.url);
  });
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    result.bytes += encodedDataLength;
    if (types.get(requestId) === "Script") result.scriptBytes += encodedDataLength;
  });
  await page.addInitScript(observe);
  const response = await page.goto(base + path, { waitUntil: "load" });
  if (response?.status() !== 200) throw new Error(`${path} returned ${response?.status()}`);
  // Until scripts have run and any layout shifts have happened.
  await page.waitForTimeout(1_500);
  const metrics = await page.evaluate(() => (globalThis as unknown as { metrics: Load }).metrics);
  await page.close();
  return { ...result, ...metrics };
}

/** A phone: Playwright's Pixel 7 without its user agent. */
const PHONE = {
  viewport: { width: 412, height: 839 },
  deviceScaleFactor: 2,
  isMobile: true,
} as const;

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

async function signIn(browser: Browser, base: string, product: Product): Promise<Cookies> {
  const { email, password } = product.bench.demo;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${base}/signin`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${base}/home`);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** The pages, for someone with years of donations. */
async function pagesOf(browser: Browser, base: string, cookies: Cookies): Promise<string[]> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(`${base}/donations?status=completed`);
  const link = page.locator("main a[href^='/donations/']").first();
  const donation = await link.getAttribute("href");
  await context.close();
  return [
    "/",
    "/signin",
    "/forgot-password",
    "/home",
    "/give",
    "/give/ohio-state",
    "/donations",
    donation ?? "",
    `${donation}/receipt`,
    "/schools",
    "/schools/ohio-state",
    "/settings",
  ];
}

const SIGNED_OUT = ["/", "/signin", "/forgot-password"];

async function measure(
  browser: Browser,
  base: string,
  path: string,
  cookies: Cookies,
): Promise<Record<keyof typeof PROFILES, Load>> {
  const results = {} as Record<keyof typeof PROFILES, Load>;
  for (const [name, profile] of Object.entries(PROFILES)) {
    const loads: Load[] = [];
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
      if (!SIGNED_OUT.includes(path)) await context.addCookies(cookies);
      loads.push(await load(context, base, path, profile));
      await context.close();
    }
    results[name as keyof typeof PROFILES] = {
      lcpMs: median(loads.map(({ lcpMs }) => lcpMs)),
      shift: Math.max(...loads.map(({ shift }) => shift)),
      scriptBytes: median(loads.map(({ scriptBytes }) => scriptBytes)),
      bytes: median(loads.map(({ bytes }) => bytes)),
      foreign: loads.flatMap(({ foreign }) => foreign),
    };
  }
  return results;
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;

/** One page's row, and its problems. */
function rowOf(path: string, loads: Record<keyof typeof PROFILES, Load>): string[] {
  const { "slow 4G": slow, "fast 4G": fast } = loads;
  const shift = Math.max(slow.shift, fast.shift);
  const foreign = [...slow.foreign, ...fast.foreign];
  const isSlow = Math.max(slow.lcpMs, fast.lcpMs) >= LCP_LIMIT_MS;
  if (isSlow || shift >= SHIFT_LIMIT || foreign.length > 0) process.exitCode = 1;
  for (const url of foreign) say(`from another origin: ${url}`);
  return [
    path.replace(/[0-9a-f-]{36}/, "…"),
    `${Math.round(slow.lcpMs)} ms`,
    `${Math.round(fast.lcpMs)} ms`,
    shift.toFixed(3),
    kilobytes(slow.scriptBytes),
    kilobytes(slow.bytes),
  ];
}

await run("bench:pages", async () => {
  const product = await Product.start();
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_ARGS,
    chromiumSandbox: process.getuid?.() !== 0,
    ...(env ? { env } : {}),
  });
  try {
    const { base } = product.first;
    const cookies = await signIn(browser, base, product);
    const rows: string[][] = [];
    for (const path of await pagesOf(browser, base, cookies)) {
      rows.push(rowOf(path, await measure(browser, base, path, cookies)));
    }
    table(["page", "LCP, slow 4G", "LCP, fast 4G", "layout shift", "JavaScript", "total"], rows);
  } finally {
    await browser.close();
    await product.stop();
  }
});
