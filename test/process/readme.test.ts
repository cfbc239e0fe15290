import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Application, freePort } from "./application.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const app = new Application();
beforeAll(() => app.start(), 120_000);
afterAll(() => app.remove(), 60_000);

/** The shell blocks of one section, as a reader would paste them. */
function blocksOf(section: string): string {
  const readme = readFileSync(path.join(root, "README.md"), "utf8");
  const text = readme.split(`## ${section}`)[1]?.split("\n## ")[0] ?? "";
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join("\n");
}

it("the main job of the README works as it stands, pasted into a shell", async () => {
  const script = blocksOf("The main job, with curl")
    .replace("http://localhost:3000", app.base)
    .replaceAll("4000", String(await freePort()));
  const { stdout } = await run("bash", ["-c", script], { cwd: root, env: app.environment() });
  expect(stdout).toContain("verified donation.completed");
  expect(stdout).toMatch(/"status":"completed".*"bank_transaction_ref":"tx-1"/);
  expect(stdout).toMatch(/"response_code": 204/);
}, 90_000);
