// Plain JavaScript: scripts/run.mjs uses it on Node 20, before anything is installed.
import { randomBytes } from "node:crypto";
import {
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The locks that this process holds. @type {Set<string>} */
const held = new Set();

const RENEW_INTERVAL_MS = 2_000;
// A lock that hasn't been renewed for this long has a stopped holder, or its process ID was reused.
const STALE_AFTER_MS = 30_000;

/**
 * Runs `work` while holding the lock `file`. A killed process's lock is taken over
 * immediately.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 * @param {() => void} [onWait] called once if another process holds it
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true });
  const ticket = `${process.pid} ${randomBytes(8).toString("hex")}`;
  for (let reported = false; !acquire(file, ticket); reported = true) {
    if (!reported) onWait();
    if (isStale(file)) breakLock(file);
    await delay(100);
  }
  held.add(ticket);
  const heartbeat = setInterval(() => renew(file), RENEW_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    held.delete(ticket);
    if (read(file) === ticket) rmSync(file, { force: true });
  }
}

/** @param {string} file @param {string} ticket */
function acquire(file, ticket) {
  try {
    writeFileSync(file, ticket, { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    // A full disk may accept the file, but not its content.
    if (read(file) === "") rmSync(file, { force: true });
    throw error;
  }
}

/** Whether its holder has exited or stalled. @param {string} file */
function isStale(file) {
  const renewedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - renewedAt > STALE_AFTER_MS) return true;
  const ticket = read(file) ?? "";
  // A process in a container often has the same ID as its predecessor.
  if (Number(ticket.split(" ")[0]) === process.pid) return !held.has(ticket);
  try {
    // For a new, still empty file it is 0, which always exists.
    process.kill(Number(ticket.split(" ")[0]), 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}

/**
 * Only one process at a time may break a lock, after checking it again: otherwise a second
 * one could remove the lock that a third has just taken.
 * @param {string} file
 */
function breakLock(file) {
  const gate = `${file}.breaking`;
  try {
    mkdirSync(gate);
  } catch {
    const { mtimeMs } = statSync(gate, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > STALE_AFTER_MS) rmdirSync(gate);
    return;
  }
  if (isStale(file)) rmSync(file, { force: true });
  rmdirSync(gate);
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function renew(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Taken over while this process was suspended: there is nothing left to renew.
  }
}
