import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withLock } from "./lock.mjs";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "points-lock-"));
  file = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("runs one at a time, notifies the others that they wait, and leaves no files behind", async () => {
  let inside = 0;
  let waited = 0;
  const work = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await delay(20);
    inside -= 1;
  };
  const onWait = () => {
    waited += 1;
  };
  await Promise.all([1, 2, 3, 4].map(() => withLock(file, work, onWait)));
  expect(waited).toBe(3);
  expect(readdirSync(folder)).toEqual([]);
});

it("is released when the work fails", async () => {
  await expect(
    withLock(file, () => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(existsSync(file)).toBe(false);
});

it("is taken over from an exited process by one waiter at a time", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(file, `${pid} abc`);
  let inside = 0;
  const work = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await delay(10);
    inside -= 1;
  };
  await Promise.all([1, 2, 3, 4].map(() => withLock(file, work)));
  expect(readdirSync(folder)).toEqual([]);
});

it("is taken over if it hasn't been renewed for long, whichever process has its ID now", async () => {
  writeFileSync(file, `${process.pid} abc`);
  utimesSync(file, new Date(0), new Date(0));
  expect(await withLock(file, () => "mine")).toBe("mine");
});
