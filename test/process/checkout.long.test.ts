/** A fresh checkout: `npm run build` builds for `npm start` and `next start`, and `npm run dev` keeps that build. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { freePort } from "../free-port.ts";
import { keepLog } from "../logs.ts";
import { eventually } from "./application.ts";
import { CheckedOut, makeCheckout } from "./checkout.ts";

const folder = makeCheckout();
const built = new CheckedOut(folder, "start");

afterAll(() => built.remove());

const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => undefined,
  );

it("one build works for npm start and next start, and stays valid after npm run dev", async () => {
  execFileSync(process.execPath, ["scripts/run.mjs", "build"], { cwd: folder, stdio: "pipe" });
  await built.start();
  expect(built.output).not.toContain("Building");
  expect(await statusOf(`${built.base}/`)).toBe(200);

  const port = await freePort();
  const words = [path.join(folder, "node_modules/next/dist/bin/next"), "start", "-p", String(port)];
  const next = spawn(process.execPath, words, {
    cwd: folder,
    env: {
      ...built.environment(),
      ...built.sharedSettings(),
      PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: "true",
      INNGEST_DEV: "true",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  keepLog("next", next.stderr);
  await eventually(
    async () => (await statusOf(`http://127.0.0.1:${port}/`)) === 200 || undefined,
    "next start",
  );
  const ended = once(next, "exit");
  next.kill("SIGTERM");
  await ended;
  await built.stop();

  const dev = new CheckedOut(folder, "dev", {}, built.dataDir);
  await dev.start();
  expect(await statusOf(`${dev.base}/`)).toBe(200);
  expect(await dev.stop()).toBe(0);

  built.output = "";
  await built.start();
  expect(built.output).not.toContain("Building");
  expect(await statusOf(`${built.base}/`)).toBe(200);
  expect(await built.stop()).toBe(0);
});
