import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { InstallationError } from "./installation-error.ts";
import { readOrMakeSecrets } from "./local-secrets.ts";

let parent: string;
let dataDir: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "points-secrets-"));
  dataDir = join(parent, "deep", "data");
});
afterEach(() => rmSync(parent, { recursive: true }));

it("makes secrets of the right size once, and reads the same ones ever after", () => {
  const made = readOrMakeSecrets(dataDir);
  expect(Buffer.from(made.AUTH_SECRET, "base64url")).toHaveLength(32);
  expect(Buffer.from(made.PLATFORM_CONFIG_KEY, "base64")).toHaveLength(32);
  expect(Buffer.from(made.WEBHOOK_SECRETS_KEY, "base64")).toHaveLength(32);
  expect(Buffer.from(made.IDENTITY_SECRETS_KEY, "base64")).toHaveLength(32);
  expect(new Set(Object.values(made)).size).toBe(6);
  expect(readOrMakeSecrets(dataDir)).toEqual(made);
});

it("keeps them from everybody else", () => {
  readOrMakeSecrets(dataDir);
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
  // As root, the database's user has to pass through the folder, but cannot list it.
  expect(statSync(dataDir).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
});

it("gives the same ones to starts that race", async () => {
  const module = JSON.stringify(join(import.meta.dirname, "local-secrets.ts"));
  const script = `const { readOrMakeSecrets } = await import(${module});
    process.stdout.write(JSON.stringify(readOrMakeSecrets(${JSON.stringify(dataDir)})));`;
  const start = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const answers = await Promise.all(Array.from({ length: 5 }, start));
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
});

it.each(["", "{", "null", '{"AUTH_SECRET":"x"}'])("leaves a damaged file alone: %j", (text) => {
  readOrMakeSecrets(dataDir);
  const file = join(dataDir, "secrets.json");
  writeFileSync(file, text);
  expect(() => readOrMakeSecrets(dataDir)).toThrow(InstallationError);
  expect(() => readOrMakeSecrets(dataDir)).toThrow(
    /is damaged, or was made by a pre-release. Restore it/,
  );
  expect(readFileSync(file, "utf8")).toBe(text);
});
