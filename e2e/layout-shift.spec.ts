import type { Page } from "playwright/test";
import { openSession } from "./embed-sessions.ts";
import { expect, test } from "./fixtures.ts";
import { startGiving } from "./giving.ts";

const MAX_SHIFT = 0.01;

/** A slow phone line: 400 kB/s. Fonts and images arrive well after the text. */
async function throttle(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Network.enable");
  await protocol.send("Network.setCacheDisabled", { cacheDisabled: true });
  await protocol.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 400_000,
    uploadThroughput: 100_000,
  });
}

/** Loads a page. @returns its cumulative layout shift, and the elements that moved */
async function shiftOf(page: Page, path: string): Promise<{ shift: number; moved: string[] }> {
  await page.goto(path, { waitUntil: "load" });
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let shift = 0;
        const moved: string[] = [];
        type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] };
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[]) {
            shift += value;
            for (const { node } of sources) moved.push((node as Element)?.outerHTML?.slice(0, 100));
          }
        }).observe({ type: "layout-shift", buffered: true });
        document.fonts.ready.then(() => setTimeout(() => resolve({ shift, moved }), 300));
      }),
  );
}

async function expectStill(page: Page, paths: string[], loads: number): Promise<void> {
  await throttle(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of paths) {
      for (let load = 0; load < loads; load++) {
        const { shift, moved } = await shiftOf(page, path);
        expect.soft(shift, `${path} at ${width}: ${moved.join("\n")}`).toBeLessThan(MAX_SHIFT);
      }
    }
  }
}

const PUBLIC = ["/", "/signin", "/schools", "/schools/ohio-state", "/help"];
const OWN = ["/give", "/give/ohio-state", "/home", "/donations", "/settings"];

test("nothing moves while the form to give loads on a slow line", async ({ page }) => {
  await startGiving(page, "ohio-state");
  await expectStill(page, ["/give/ohio-state"], 1);
});

test("nothing moves in ten loads of each page on a slow line @long", async ({ page }) => {
  await expectStill(page, PUBLIC, 10);
  await expectStill(page, [(await openSession({ school_id: "ohio-state" })).url], 10);
  await startGiving(page, "ohio-state");
  await expectStill(page, OWN, 10);
});
