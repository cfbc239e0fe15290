/** The package on every runtime that the README names, installed in an empty folder. They come from the registry. */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const folder = import.meta.dirname;
const QUIET = ["--no-audit", "--no-fund"];
const NODE = "node_modules/node/bin/node";

let packed: string;
beforeAll(async () => {
  packed = mkdtempSync(join(tmpdir(), "points-packed-"));
  await run("npm", ["pack", "--pack-destination", packed], { cwd: folder });
});

it.each([
  ["node@18.20.8", NODE, []],
  ["node@20.20.2", NODE, []],
  ["node@22.23.3", NODE, []],
  ["node@24.21.0", NODE, []],
  ["deno@2.9.6", "node_modules/deno/bin.cjs", ["run", "-A", "--no-remote"]],
  ["bun@1.4.5", "node_modules/bun/bin/bun.exe", []],
])("%s runs it", async (runtime, program, args) => {
  const [tools, bank] = ["tools", "bank"].map((name) => join(packed, runtime, name)) as [
    string,
    string,
  ];
  const allowScripts = { [runtime.split("@")[0] as string]: true };
  for (const one of [tools, bank]) {
    mkdirSync(one, { recursive: true });
    writeFileSync(join(one, "package.json"), JSON.stringify({ allowScripts }));
  }
  await run("npm", ["install", ...QUIET, runtime], { cwd: tools });
  const file = join(packed, "points-to-donation-bank-client-1.0.0.tgz");
  await run("npm", ["install", ...QUIET, "--offline", file], { cwd: bank });
  copyFileSync(join(folder, "test/runtime.mjs"), join(bank, "use.mjs"));
  const { stdout } = await run(join(tools, program), [...args, "use.mjs"], { cwd: bank });
  const line = "d-1,webhook.test,u-1,NoResponseError TimeoutError,TimeoutError\n";
  expect(stdout).toBe(line + line);
});
