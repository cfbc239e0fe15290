import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { InstallationError } from "./installation-error.ts";
import { readOrCreateSecrets } from "./local-secrets.ts";

let parent: string;
let dataDir: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "points-secrets-"));
  dataDir = join(parent, "deep", "data");
});
afterEach(() => rmSync(parent, { recursive: true }));

it("generates secrets of the right size once, and then always reads the same ones", () => {
  const made = readOrCreateSecrets(dataDir);
  expect(Buffer.from(made.AUTH_SECRET, "base64url")).toHaveLength(32);
  expect(Buffer.from(made.PLATFORM_CONFIG_KEY, "base64")).toHaveLength(32);
  expect(Buffer.from(made.WEBHOOK_SECRETS_KEY, "base64")).toHaveLength(32);
  expect(Buffer.from(made.IDENTITY_SECRETS_KEY, "base64")).toHaveLength(32);
  expect(new Set(Object.values(made)).size).toBe(6);
  expect(readOrCreateSecrets(dataDir)).toEqual(made);
});

it("hides them from other users", () => {
  readOrCreateSecrets(dataDir);
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
  // As root, the database's user must pass through the folder, but can't list it.
  expect(statSync(dataDir).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
});

it("gives the same ones to concurrent starts", async () => {
  const module = JSON.stringify(join(import.meta.dirname, "local-secrets.ts"));
  const script = `const { readOrCreateSecrets } = await import(${module});
    process.stdout.write(JSON.stringify(readOrCreateSecrets(${JSON.stringify(dataDir)})));`;
  const start = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const outputs = await Promise.all(Array.from({ length: 5 }, start));
  expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
});

it.each(["", "{", "null", '{"AUTH_SECRET":"x"}'])("doesn't touch a damaged file: %j", (text) => {
  readOrCreateSecrets(dataDir);
  const file = join(dataDir, "secrets.json");
  writeFileSync(file, text);
  expect(() => readOrCreateSecrets(dataDir)).toThrow(InstallationError);
  expect(() => readOrCreateSecrets(dataDir)).toThrow(
    /is damaged, or was made by a pre-release. Restore it/,
  );
  expect(readFileSync(file, "utf8")).toBe(text);
});
