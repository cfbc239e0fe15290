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

/** A cluster as the first start creates it, copied by all tests that don't create their own. */
let template: string;
let dataDir: string;
let lines: string[];
let opened: EmbeddedPostgres[];

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), "points-embedded-"));
  await openCluster(template, "first", () => {});
});

afterAll(() => rmSync(template, { recursive: true }));

beforeEach(() => {
  // Closed to other users: as root, the database's user must still get through.
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

async function queryName(url: string): Promise<string> {
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

/** Gives this test a cluster. `cp -p` keeps owners: as root, the files belong to the database's user. */
function copyTemplate(): void {
  execFileSync("cp", ["-pPR", `${template}/.`, dataDir]);
}

const folder = () => join(dataDir, "postgres");
const serverPid = () => readPidFile({ folder: folder() } as Cluster)?.pid ?? 0;

it("is shared by everyone who opens it, and stops when the last one closes it", async () => {
  const [first, second] = await Promise.all([open(), open()]);
  const third = await open();
  expect([second.url, third.url]).toEqual([first.url, first.url]);
  expect(readdirSync(dataDir)).toEqual(["postgres"]);

  await first.close();
  await third.close();
  expect(await queryName(second.url)).toBe("points");
  await second.close();
  await expect(queryName(second.url)).rejects.toThrow("ECONNREFUSED");

  // Restarted on the same port while one process opens and another closes it.
  const again = await open();
  const [next] = await Promise.all([open(), again.close()]);
  expect(next.url).toBe(first.url);
  expect(await queryName(next.url)).toBe("points");
});

it("restarts at the same URL when it is killed", async () => {
  copyTemplate();
  const { url } = await open();
  process.kill(serverPid(), "SIGKILL");
  await expect.poll(() => lines.at(-1)).toBe("The embedded Postgres is running again.");
  expect(await queryName(url)).toBe("points");
});

it("waits for its port while another process has it, if open pools use that port", async () => {
  copyTemplate();
  const cluster = await openCluster(dataDir, "first", () => {});
  await startServer(cluster);
  const previousPort = Number(readPidFile(cluster)?.port);
  await stopServer(cluster);
  const occupier = createServer().listen({ port: previousPort, host: "127.0.0.1" });
  await once(occupier, "listening");
  const starting = startServer(cluster, previousPort);
  await expect(starting).rejects.toThrow(`port ${previousPort} is in use`);
  expect(serverPid()).toBe(0);
  occupier.close();
  await once(occupier, "close");
  await startServer(cluster, previousPort);
  expect(readPidFile(cluster)?.port).toBe(previousPort);
  await stopServer(cluster);
});

it("starts despite a pid file that now names an unrelated process", async () => {
  copyTemplate();
  const postgres = await open();
  await postgres.close();
  writeFileSync(join(folder(), "postmaster.pid"), `${process.pid}\n${folder()}\n1\n5432\n`);
  chmodSync(join(folder(), "postmaster.pid"), 0o644);
  expect(await queryName((await open()).url)).toBe("points");
});

it("starts despite a pid file that a machine failure left empty", async () => {
  copyTemplate();
  await (await open()).close();
  writeFileSync(join(folder(), "postmaster.pid"), "");
  expect(await queryName((await open()).url)).toBe("points");
});

it("joins a server whose starter was killed halfway, and takes over its lock", async () => {
  copyTemplate();
  const cluster = await openCluster(dataDir, "first", () => {});
  await startServer(cluster);
  const started = serverPid();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(join(dataDir, "postgres.lock"), `${pid} abc`);
  expect(await queryName((await open()).url)).toBe("points");
  expect(serverPid()).toBe(started);
  expect(readdirSync(dataDir)).toEqual(["postgres"]);
});

it("reports that it was created with another password, and stops again", async () => {
  copyTemplate();
  await (await open()).close();
  await expect(open("second")).rejects.toThrow(/has a different password than the secrets.json/);
  expect(isServerOf({ folder: folder() } as Cluster, serverPid())).not.toBe(true);
});

it("rejects a server that may lose acknowledged commits", async () => {
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

/** Starts this test's closed cluster the way a managed Postgres may run: without flushing. */
async function openUnflushed(url: string): Promise<Cluster> {
  const cluster = await openCluster(dataDir, "first", () => {});
  await cluster.run("pg_ctl", [
    "start",
    "--wait",
    `--pgdata=${cluster.folder}`,
    `--log=${join(cluster.folder, "server.log")}`,
    `--options=-p ${new URL(url).port} -c listen_addresses=127.0.0.1 -c fsync=off`,
  ]);
  return cluster;
}

it("accepts fsync = off only if the storage is declared durable", async () => {
  copyTemplate();
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

it("keeps personal data out of its log", async () => {
  copyTemplate();
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
