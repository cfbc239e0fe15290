// Plain JavaScript: it also runs on Node 20, before anything is installed.
import { randomBytes } from "node:crypto";
import {
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const BEAT_MS = 2_000;
// Says that the holder was stopped, or that its process id now belongs to somebody else.
const SILENT_FOR_MS = 30_000;

/**
 * Runs `work` while no other process holds the lock `file`. The lock of a process that was killed
 * is taken over at once.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 * @param {() => void} [onWait] called once if somebody else holds it
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true });
  const ticket = `${process.pid} ${randomBytes(8).toString("hex")}`;
  for (let told = false; !take(file, ticket); told = true) {
    if (!told) onWait();
    await delay(100);
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (read(file) === ticket) rmSync(file, { force: true });
  }
}

/** @param {string} file @param {string} ticket */
function take(file, ticket) {
  try {
    writeFileSync(file, ticket, { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  const holder = read(file);
  if (holder !== undefined && isGone(file, holder)) breakLock(file, holder);
  return false;
}

/** @param {string} file @param {string} holder */
function isGone(file, holder) {
  const beat = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - beat > SILENT_FOR_MS) return true;
  try {
    // Empty for as long as its holder writes it: 0 is always there.
    process.kill(Number(holder.split(" ")[0]), 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}

/**
 * Only one process at a time may break a lock, and looks again before it does: otherwise a second
 * one could remove what a third has just taken.
 * @param {string} file
 * @param {string} holder
 */
function breakLock(file, holder) {
  const gate = `${file}.breaking`;
  try {
    mkdirSync(gate);
  } catch {
    const { mtimeMs } = statSync(gate, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > SILENT_FOR_MS) rmdirSync(gate);
    return;
  }
  if (read(file) === holder && isGone(file, holder)) unlinkSync(file);
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
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Taken over while this process was asleep: nothing is left to keep alive.
  }
}
