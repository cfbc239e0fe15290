/** The operator command on a database that is slow, or that fails. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Command, Option } from "commander";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readOrCreateSecrets } from "#installation/local-secrets.ts";
import { projectRoot } from "#installation/project-root.ts";
import { closeDatabase } from "#lib/database/prisma.ts";
import { env, rereadEnv } from "#lib/env.ts";
import { makeProgram, runCommand } from "./main.ts";

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

const wordsOf = (command: Command): string[] =>
  command.parent ? [...wordsOf(command.parent), command.name()] : [];

/** What flags take: the first of these that the flag accepts. */
const VALUES = [
  "",
  "https://a.example/x",
  "https://a.example",
  "12-3456789",
  "2026-11-02",
  "operator",
  "1",
].concat("a@b.example", "00000000-0000-4000-8000-000000000000", "https://a.example", "some text");

function argumentOf({ argChoices, parseArg, long }: Option): string {
  if (argChoices) return argChoices[0] as string;
  if (long === "--file") return path.join(projectRoot, "prisma", "data", "schools.json");
  const accepts = (value: string) => {
    try {
      parseArg?.(value, undefined);
      return value !== "";
    } catch {
      return false;
    }
  };
  return VALUES.find(accepts) ?? "text";
}

/** A command with its required flags, and what else it needs to reach the database. */
function wordsWithFlags(command: Command): string[] {
  const name = wordsOf(command).join(" ");
  const flags = command.options
    .filter((option) => option.mandatory)
    .flatMap((option) => [option.long as string, argumentOf(option)]);
  return [...name.split(" "), ...flags, ...(EXTRA[name] ?? [])];
}

const EXTRA: Record<string, string[]> = {
  "bank update": ["--name", "New"],
  "school record": ["--legal-name", "Name"],
  "school mark": ["--remove"],
  "ledger accounts": ["--bank", "00000000-0000-4000-8000-000000000000"],
  "payment import": ["--bank", "00000000-0000-4000-8000-000000000000"],
  "delivery replay": ["--event", "00000000-0000-4000-8000-000000000000"],
  "demo reset": ["--all", "--yes"],
};

/** They read nothing themselves: the database was read when they were opened. */
const WITHOUT_DATABASE = ["migrate"];
const commands = leaves(makeProgram(() => undefined)).filter(
  (command) => !WITHOUT_DATABASE.includes(command.name()),
);

describe("without a database, one sentence is all that is said by", () => {
  const { DATABASE_URL } = process.env;
  beforeAll(async () => {
    await closeDatabase();
    process.env.DATABASE_URL = "postgres://nobody:none@127.0.0.1:1/none";
    rereadEnv();
  });
  afterAll(async () => {
    await closeDatabase();
    process.env.DATABASE_URL = DATABASE_URL;
    rereadEnv();
  });
  afterEach(() => {
    process.exitCode = 0;
    vi.restoreAllMocks();
  });

  it.each(commands.map((command) => [wordsWithFlags(command).join(" "), command]))(
    "`%s`",
    async (_, command) => {
      const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      vi.spyOn(process.stdout, "write").mockReturnValue(true);
      await runCommand(
        makeProgram(() => undefined),
        wordsWithFlags(command),
      );
      const said = write.mock.calls.map(([text]) => text).join("");
      expect(said).toMatch(/^The database can't be reached, or didn't answer in time: [^\n]+\n$/);
      expect(process.exitCode).toBe(1);
    },
  );
});

/** A proxy in front of this test's database, whose connections each take a while. */
async function slowDatabase(delayMs: number) {
  const { hostname, port } = new URL(env().databaseUrl as string);
  const counts = { all: 0 };
  const server = createServer(async (client) => {
    client.on("error", () => {});
    counts.all++;
    await delay(delayMs);
    const upstream = connect(Number(port), hostname).on("error", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(env().databaseUrl as string);
  Object.assign(url, {
    hostname: "127.0.0.1",
    port: String((server.address() as AddressInfo).port),
  });
  return { url: url.href, counts, close: () => server.close() };
}

it("`status` works when each connection takes longer than requests wait, on one at a time", async () => {
  const slow = await slowDatabase(2_500);
  const dataDir = mkdtempSync(path.join(tmpdir(), "slow-"));
  readOrCreateSecrets(dataDir);
  const child = spawn(process.execPath, ["admin/main.ts", "status", "--json"], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: slow.url, DATABASE_TIMEOUT_MS: "300" },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => output.push(`${text}`));
  const [code] = await once(child, "exit");
  slow.close();
  expect([code, output.join("")]).toEqual([0, expect.stringContaining('"needs_attention"')]);
  // The installation is opened in three steps, each with a connection of its own.
  expect(slow.counts.all - 3).toBe(1);
});
