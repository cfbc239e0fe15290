import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedPostgres } from "#installation/embedded-postgres.ts";
import { readOrCreateSecrets } from "#installation/local-secrets.ts";
import { createDatabase, onServer } from "../database.ts";
import { freePort } from "../free-port.ts";
import { type Platform, startPlatform } from "../platform/process.ts";
import { Application, eventually, fileWith } from "./application.ts";
import { configureRestPlatform } from "./bank.ts";

// A delay so long that only the operator can resolve stuck work.
const app = new Application({ PUSH_RETRY_SCHEDULE: "0s,60m" });
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
  await app.start();
  await configureRestPlatform(app, "ohio-state", platform.config);
});
afterAll(async () => {
  await app.remove();
  await platform.stop();
});

const today = () => new Date().toISOString().slice(0, 10);

async function donate(reference: string, dollars: number): Promise<string> {
  const body = {
    bank_transaction_ref: reference,
    dollar_amount: dollars,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  };
  return (await app.bankClient().POST("/v1/donations/request", { body })).data.donation_id;
}

const settled = (id: string, status: string) =>
  eventually(async () => {
    const path = { donation_id: id };
    const answer = await app.bankClient().GET("/v1/donations/{donation_id}", { params: { path } });
    return answer.data.status === status || undefined;
  }, `donation ${id} is ${status}`);

const ofSchool = () => ["reconcile", "--date", today(), "--school", "ohio-state"];

describe("reconcile", () => {
  it("exits with 0 if everything matches, including all of the sandbox's platforms", async () => {
    await settled(await donate("agrees", 29.99), "completed");
    const all = await app.operate("reconcile", "--date", today());
    expect(all).toMatchObject({ code: 0, stderr: expect.stringContaining("No findings.") });
    expect(JSON.parse(all.stdout)).toMatchObject({
      agrees: true,
      completed: { count: 1, dollar_amount: 29.99 },
      credited: { count: 1, dollar_amount: 29.99 },
      findings: [],
      not_compared: [],
    });
  });

  it("exits with 1 and a table of findings; with --json, only the document", async () => {
    const id = await donate("tampered", 40);
    await settled(id, "completed");
    await platform.alterLedger({ without: [id] });
    const found = await app.operate(...ofSchool());
    expect(found.code).toBe(1);
    expect(JSON.parse(found.stdout).findings).toMatchObject([
      {
        kind: "credit_missing",
        donation_id: id,
        bank_transaction_ref: "tampered",
        dollar_amount: 40,
      },
    ]);
    expect(found.stderr).toMatch(
      new RegExp(`^credit_missing +${id} +ohio-state +completed +40.00`, "m"),
    );
    const quiet = await app.command(...ofSchool(), "--json");
    expect(quiet.code).toBe(1);
    expect(quiet.stderr).toMatch(/^Using the sandbox installation in \S+\.\n$/);
    await platform.alterLedger({});
  });

  it("exits with 2 and names an unreachable platform", async () => {
    await platform.failLedger(true);
    const result = await app.command(...ofSchool());
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("Not compared: ohio-state: the platform returned HTTP 503.");
    await platform.failLedger(false);
  });

  it.each([
    [["--date", "yesterday"], "It must be a date"],
    [["--date", "2999-01-01"], "hasn't begun yet"],
    [[], "--date"],
    [["--date", "2026-01-01", "--school", "nowhere"], "No school has the ID nowhere."],
  ])("rejects %j", async (args, message) => {
    const { code, stdout, stderr } = await app.command("reconcile", ...args);
    expect(code).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
  });
});

it("uses the existing data, says which, and creates none elsewhere", async () => {
  const bank = await app.command("bank", "list");
  expect(bank.stderr).toContain(`Using the sandbox installation in ${app.dataDir}.`);
  const nowhere = new Application({ DATA_DIR: `${app.dataDir}-mistyped` });
  nowhere.port = app.port;
  const refused = await nowhere.operate("bank", "list");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(`There's no installation in ${app.dataDir}-mistyped.`);
  expect(existsSync(`${app.dataDir}-mistyped`)).toBe(false);
});

describe("migrate", () => {
  const names = readdirSync(path.resolve("prisma/migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

  /** A new installation. */
  function unusedInstallation(settings: Record<string, string> = {}): Application {
    return Object.assign(new Application(settings), { port: app.port });
  }

  it("sets up an empty database, even if it runs twice concurrently", async () => {
    const database = await createDatabase("template0");
    const unused = unusedInstallation({ DATABASE_URL: database.url });
    try {
      const both = await Promise.all([unused.operate("migrate"), unused.operate("migrate")]);
      expect(both.map(({ code }) => code)).toEqual([0, 0]);
      const applied = both.map(({ stdout }) => JSON.parse(stdout).applied);
      expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([names, []]);
      const again = await unused.command("migrate");
      expect(JSON.parse(again.stdout)).toEqual({ applied: [] });
      expect(again.stderr).toContain("The database already has this release's schema.");
      expect(await unused.admin("school", "list", "--limit", "1")).toMatchObject({ total: 136 });
    } finally {
      await unused.remove();
      await database.drop();
    }
  });

  describe("without a database", () => {
    let unused: Application;
    beforeAll(async () => {
      unused = unusedInstallation();
      unused.port = await freePort();
    });
    afterAll(() => unused.remove());

    it("creates the embedded one", async () => {
      expect(await unused.admin("migrate")).toEqual({ applied: names });
      expect((await unused.admin("school", "list", "--limit", "1")).total).toBe(136);
    });

    it("rejects data of a pre-release with one sentence, like the service", async () => {
      const { dataDir } = unused;
      const { POSTGRES_PASSWORD: password } = readOrCreateSecrets(dataDir);
      const postgres = await openEmbeddedPostgres({ dataDir, password });
      await onServer(
        postgres.url,
        "update _prisma_migrations set migration_name = '20261121000100_first'",
      );
      await postgres.close();
      const sentence = `This database was made by a pre-release and can't be upgraded: move or delete the folder ${dataDir}, then start again.\n`;
      expect(await unused.startAndFail()).toBe(sentence);
      expect(await unused.stop()).toBe(1);
      for (const args of [["migrate"], ["status"]]) {
        const { code, stdout, stderr } = await unused.operate(...args);
        expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
        expect(stderr.endsWith(sentence)).toBe(true);
        expect(stderr).not.toContain("    at ");
      }
    });
  });
});

it("reads a platform's key from a file, never from anything visible to other users", async () => {
  const args = ["school", "configure", "--school", "duke", "--adapter", "rest"];
  args.push("--house-account", "house", "--base-url", "http://127.0.0.1:1");
  const onCommandLine = await app.command(...args, "--api-key", "pk_visible_to_all");
  expect(onCommandLine).toMatchObject({ code: 2, stdout: "" });
  const empty = await app.command(...args, "--api-key-file", fileWith("\n"));
  expect(empty.stderr).toContain("is empty");
});

it("status shows stuck work, and the command it suggests resolves it", async () => {
  await platform.behave("unavailable");
  const id = await donate("stuck", 55);
  const retrying = () =>
    eventually(async () => {
      const { incidents } = await app.admin("status", "--json");
      const found = incidents.find(({ kind }: { kind: string }) => kind === "donation_retrying");
      return found?.shown.find(({ subject }: { subject: string }) => subject === id);
    }, "the donation is shown");
  const { command, reason } = await retrying();
  expect([command, reason]).toEqual([
    `donation retry --donation ${id}`,
    "the platform returned HTTP 503",
  ]);
  const { stderr } = await app.command("status");
  expect(stderr).toContain(command);
  expect(stderr).toContain("Nothing needs attention.");

  await platform.behave("ok");
  await app.admin(...command.split(" "));
  await settled(id, "completed");
  expect((await app.admin("status")).needs_attention).toBe(false);
  expect(await app.admin("sweep", "run")).toEqual({
    requested: { pushes: 0, deliveries: 0, replays: 0, emails: 0, corrections: 0 },
  });
});

it("audits every action, with its actor", async () => {
  const client = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(
    "select distinct action from audit_entry where actor like 'operator:%'",
  );
  await client.end();
  expect(rows.map(({ action }) => action).sort()).toEqual([
    "donation.retry",
    "platform.reconcile",
    "school.configure",
    "sweep.run",
  ]);
});
