import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readEnv, SETTING_NAMES } from "#lib/env.ts";
import { Application } from "./application.ts";
import { runShellBlocks } from "./shell-blocks.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

const app = new Application();
beforeAll(() => app.start(), 240_000);
afterAll(() => app.remove(), 240_000);

it("the operator's guide works as it stands, from secrets to what is pending", async () => {
  const printed = await runShellBlocks(app, "docs/operating.md", { withinMs: 280_000 });
  const secrets = Object.fromEntries(
    [...printed.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const rest = { DATABASE_URL: "postgres://db/points", PUBLIC_BASE_URL: "https://giving.example" };
  expect(readEnv({ SERVICE_ENVIRONMENT: "production", ...rest, ...secrets })).toBeTruthy();
  expect(secrets.POSTGRES_PASSWORD).toMatch(/^[0-9a-f]{64}$/);
  expect(printed).toContain('"updated": 136');
  expect(printed).toContain('"status": "revoked"');
  expect(printed).toContain('"resealed"');
  expect(printed).not.toContain('"error"');
}, 300_000);

it("its table has every setting, with the default that .env.example shows", () => {
  const rows = [...read("docs/operating.md").matchAll(/^\| `([A-Z_]+)` \| (?:`(.*?)`)? ?\|/gm)];
  const table = Object.fromEntries(rows.map(([, name, value = ""]) => [name, value]));
  const example = [...read(".env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)];
  const defaults = Object.fromEntries(example.map(([, name, value]) => [name, value]));
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, defaults[name]]));
  expect(Object.fromEntries(Object.entries(table).filter(([name]) => name in settings))).toEqual(
    settings,
  );
});
