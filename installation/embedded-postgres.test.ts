import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { checkDatabase } from "./check-database.ts";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "./embedded-postgres.ts";
import { type Cluster, openCluster, readPidFile } from "./postgres-cluster.ts";
import { isServerOf, startServer, stopServer } from "./postgres-server.ts";

/** Holds a cluster as the first start makes it, for all tests that aren't about making it. */
let made: string;
let dataDir: string;
let lines: string[];
let opened: EmbeddedPostgres[];

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), "points-embedded-"));
  await openCluster(made, "first", () => {});
});

afterAll(() => rmSync(made, { recursive: true }));

beforeEach(() => {
  // Closed to everybody else: as root, the database's user has to be let through.
  dataDir = mkdtempSync(join(tmpdir(), "points-embedded-"));
  lines = [];
  opened = [];
});

afterEach(async () => {
  for (const postgres of opened) await postgres.close();
  rmSync(dataDir, { recursive: true });
});

async function open(password = "first"): Promise<EmbeddedPostgres> {
  const progress = (line: string) => lines.push(line);
  const postgres = await openEmbeddedPostgres({ dataDir, password, progress });
  opened.push(postgres);
  return postgres;
}

async function ask(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query("select current_database() as name");
    return rows[0].name;
  } finally {
    await client.end();
  }
}

/** Gives this test a cluster. `cp` keeps owners: as root, the files are the database's user's. */
function copyMade(): void {
  execFileSync("cp", ["-pPR", `${made}/.`, dataDir]);
}

const folder = () => join(dataDir, "postgres");
const serverPid = () => readPidFile({ folder: folder() } as Cluster)?.pid ?? 0;

it("is shared by everybody who opens it, and stops with the last", async () => {
  const [first, second] = await Promise.all([open(), open()]);
  const third = await open();
  expect([second.url, third.url]).toEqual([first.url, first.url]);
  expect(readdirSync(dataDir)).toEqual(["postgres"]);

  await first.close();
  await third.close();
  expect(await ask(second.url)).toBe("points");
  await second.close();
  await expect(ask(second.url)).rejects.toThrow("ECONNREFUSED");

  // Started again where it was, in the middle of an opener and a closer.
  const again = await open();
  const [next] = await Promise.all([open(), again.close()]);
  expect(next.url).toBe(first.url);
  expect(await ask(next.url)).toBe("points");
});

it("comes back at the same address when it is killed", async () => {
  copyMade();
  const { url } = await open();
  process.kill(serverPid(), "SIGKILL");
  await expect.poll(() => lines.at(-1)).toBe("The embedded Postgres is running again.");
  expect(await ask(url)).toBe("points");
});

it("waits for its port while somebody else has it, where everybody knows it by that one", async () => {
  copyMade();
  const cluster = await openCluster(dataDir, "first", () => {});
  await startServer(cluster);
  const last = Number(readPidFile(cluster)?.port);
  await stopServer(cluster);
  const other = createServer().listen({ port: last, host: "127.0.0.1" });
  await once(other, "listening");
  const insisting = startServer(cluster, last);
  await expect(insisting).rejects.toThrow(`port ${last} is in use`);
  expect(serverPid()).toBe(0);
  other.close();
  await once(other, "close");
  await startServer(cluster, last);
  expect(readPidFile(cluster)?.port).toBe(last);
  await stopServer(cluster);
});

it("starts over a pid file that now names somebody else's process", async () => {
  copyMade();
  const postgres = await open();
  await postgres.close();
  writeFileSync(join(folder(), "postmaster.pid"), `${process.pid}\n${folder()}\n1\n5432\n`);
  chmodSync(join(folder(), "postmaster.pid"), 0o644);
  expect(await ask((await open()).url)).toBe("points");
});

it("starts over a pid file that a failing machine has left empty", async () => {
  copyMade();
  await (await open()).close();
  writeFileSync(join(folder(), "postmaster.pid"), "");
  expect(await ask((await open()).url)).toBe("points");
});

it("joins a server whose starter was killed in the middle, and takes its lock over", async () => {
  copyMade();
  const cluster = await openCluster(dataDir, "first", () => {});
  await startServer(cluster);
  const started = serverPid();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(join(dataDir, "postgres.lock"), `${pid} abc`);
  expect(await ask((await open()).url)).toBe("points");
  expect(serverPid()).toBe(started);
  expect(readdirSync(dataDir)).toEqual(["postgres"]);
});

it("says so when it was made with another password, and does not stay behind", async () => {
  copyMade();
  await (await open()).close();
  await expect(open("second")).rejects.toThrow(/has a different password than the secrets.json/);
  expect(isServerOf({ folder: folder() } as Cluster, serverPid())).not.toBe(true);
});

it("refuses a server that may lose what it acknowledged", async () => {
  const database = await createDatabase();
  await checkDatabase(database.url, "checked");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`alter database ${client.database} set synchronous_commit = off`);
  await client.end();
  for (const storage of ["checked", "managed"] as const) {
    const checking = checkDatabase(database.url, storage);
    await expect(checking).rejects.toThrow(/synchronous_commit = off/);
  }
  await database.drop();
});

/** Starts the closed cluster of this test as a managed Postgres may report itself: without flushing. */
async function openUnflushed(url: string): Promise<Cluster> {
  const cluster = await openCluster(dataDir, "first", () => {});
  const { code } = await cluster.run("pg_ctl", [
    "start",
    "--wait",
    `--pgdata=${cluster.folder}`,
    `--log=${join(cluster.folder, "server.log")}`,
    `--options=-p ${new URL(url).port} -c listen_addresses=127.0.0.1 -c fsync=off`,
  ]);
  expect(code).toBe(0);
  return cluster;
}

it("accepts fsync = off only where the storage is said to be durable", async () => {
  copyMade();
  const { url, close } = await open();
  await close();
  const cluster = await openUnflushed(url);
  try {
    await expect(checkDatabase(url, "checked")).rejects.toThrow(/fsync = off/);
    await checkDatabase(url, "managed");
  } finally {
    await stopServer(cluster);
  }
});

it("writes nobody's data into its log", async () => {
  copyMade();
  const { url } = await open();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create table person (email text primary key)");
  const add = () => client.query("insert into person values ($1)", ["pat@example.com"]);
  await add();
  await expect(add()).rejects.toThrow(/duplicate key/);
  await client.end();
  const log = readFileSync(join(folder(), "server.log"), "utf8");
  expect(log).toContain("duplicate key");
  expect(log).not.toContain("pat@example.com");
});
