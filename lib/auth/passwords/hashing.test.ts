import { execFile, execFileSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillHashingQueue } from "#test/sign-in.ts";
import { cacheDocument } from "../../http/compression.ts";
import { hashingQueue, hashPassword, verifyPassword } from "./hashing.ts";

const PASSWORD = "the heron stands in the reeds";
const full = expect.objectContaining({ code: "SERVICE_UNAVAILABLE" });

let stored: string;
// Starts the threads, which reads files.
beforeAll(async () => {
  stored = await hashPassword(PASSWORD);
});

/** Blocks all of libuv's threads: each waits for the other end of a pipe. */
async function occupyLibuv() {
  const folder = await mkdtemp(join(tmpdir(), "libuv-"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  const readers = Array.from({ length: threads }, () => open(pipe, "r"));
  return async () => {
    const writer = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    for (const reader of await Promise.all(readers)) await reader.close();
    closeSync(writer);
    await rm(folder, { recursive: true });
  };
}

let release = async () => {};
afterAll(() => release());

it("hashes and verifies while all of libuv's threads are busy", async () => {
  release = await occupyLibuv();
  expect(await verifyPassword(stored, PASSWORD)).toBe(true);
  expect(await verifyPassword(stored, "another password entirely")).toBe(false);
  expect(await verifyPassword(null, PASSWORD)).toBe(false);
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await release();
  release = async () => {};
});

it("hashes in a process whose Node flags aren't allowed for threads", async () => {
  const from = JSON.stringify(join(import.meta.dirname, "hashing.ts"));
  const program = `const { hashPassword } = await import(${from});
    process.stdout.write(await hashPassword("a password of fifteen"));`;
  const args = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^\$argon2id\$/);
});

it("refuses immediately if two hashes are running and fifty wait, without delaying compression", async () => {
  const freeQueue = fillHashingQueue();
  expect(hashingQueue().load).toEqual({ running: 2, waiting: 50 });
  await expect(verifyPassword(stored, PASSWORD, ["another"])).rejects.toEqual(full);
  await expect(hashPassword(PASSWORD, ["another"])).rejects.toEqual(full);
  const page = await promisify(gunzip)(await promisify(gzip)("a page"));
  expect(String(page)).toBe("a page");
  const document = await cacheDocument("a document", {});
  expect(document.variants.br.body.byteLength).toBeGreaterThan(0);
  await freeQueue();
  expect(hashingQueue().load).toEqual({ running: 0, waiting: 0 });
  expect(await verifyPassword(stored, PASSWORD)).toBe(true);
});
