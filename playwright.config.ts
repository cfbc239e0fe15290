import { availableParallelism } from "node:os";
import { defineConfig } from "playwright/test";
import { CHROMIUM_ARGS, findChromium } from "./e2e/chromium.ts";
import { freePort } from "./test/free-port.ts";

// Chosen once, by the process that starts the workers: they read this file again and inherit it.
process.env.E2E_PORT ??= String(await freePort());
const browser = await findChromium();

export default defineConfig({
  testDir: "./e2e",
  outputDir: "./test-results/journeys",
  globalSetup: "./e2e/application.setup.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  // A flaky test is a defect.
  retries: 0,
  // Tests share one application, and create their own people and sessions.
  workers: availableParallelism(),
  // Timeouts only end hung tests and assert nothing: no test has its own, and the machine may be busy.
  timeout: 15 * 60_000,
  expect: { timeout: 5 * 60_000 },
  // Screenshots for people come from `npm run pictures`. Slow tests run in `npm run test:long`.
  ...(process.argv.some((arg) => /@(pictures|long)/.test(arg))
    ? {}
    : { grepInvert: /@(pictures|long)/ }),
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "America/New_York",
    screenshot: "only-on-failure",
    // Without a GPU, the CPU paints every frame of a transition, so only tests about motion enable it.
    contextOptions: { reducedMotion: "reduce" },
    // Installed at each first visit otherwise. Tests about being offline, and the journey, allow it.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: browser.executablePath,
      args: CHROMIUM_ARGS,
      chromiumSandbox: process.getuid?.() !== 0,
      ...(browser.env ? { env: browser.env } : {}),
    },
  },
});
