import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { nameOf, requireSandbox, requireSchema } from "./check-database.ts";
import { readOrCreateSecrets } from "./local-secrets.ts";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "points-existing-"));
});
afterEach(() => rmSync(parent, { recursive: true }));

it("rejects a data directory without an installation, and creates nothing there", () => {
  const dataDir = join(parent, "mistyped");
  for (const embedded of [true, false]) {
    expect(() => requireSandbox(dataDir, embedded)).toThrow(
      `There's no installation in ${dataDir}.`,
    );
  }
  expect(existsSync(dataDir)).toBe(false);
});

it("rejects a data directory without a database, if its database is embedded", () => {
  readOrCreateSecrets(parent);
  expect(() => requireSandbox(parent, true)).toThrow("There's no installation");
  expect(() => requireSandbox(parent, false)).not.toThrow();
});

it("rejects a database that was never migrated, and names it without its password", async () => {
  const empty = await createDatabase("template0");
  try {
    await expect(requireSchema(empty.url)).rejects.toThrow(
      "There's no installation in the database",
    );
    await expect(requireSchema(process.env.DATABASE_URL as string)).resolves.toBeUndefined();
    expect(nameOf("postgres://me:secret@db.example:5433/points")).toBe(
      "the database points at db.example:5433",
    );
  } finally {
    await empty.drop();
  }
});
