/** Free space on the database's volume. */
import { statfs } from "node:fs/promises";
import { env } from "../env.ts";
import { perProcess } from "../singleton.ts";
import { pool } from "./pool.ts";

export type Space = { freeBytes: number; totalBytes: number };

const volume = perProcess("database volume", () => ({ folder: undefined as string | undefined }));

export function setDatabaseFolder(folder: string): void {
  volume().folder = folder;
}

/** Measures the volume of an embedded database, or else against `DATABASE_MAX_GB`. Null if neither is known. */
export async function readSpace(): Promise<Space | null> {
  const { folder } = volume();
  if (folder !== undefined) {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }
  const { databaseMaxBytes: totalBytes } = env();
  if (totalBytes === undefined) return null;
  const { rows } = await pool().query("select pg_database_size(current_database()) as bytes");
  return { freeBytes: Math.max(0, totalBytes - rows[0].bytes), totalBytes };
}

/** `low`: the largest writer is refused. `full`: all writers are, which leaves accepted work room to finish. */
export type SpaceLevel = "ok" | "low" | "full";

const GIB = 1_024 ** 3;

/** `low` below 10% of the volume or 2 GiB, whichever is less; `full` below half of that. */
export function levelOf({ freeBytes, totalBytes }: Space): SpaceLevel {
  const low = Math.min(totalBytes / 10, 2 * GIB);
  if (freeBytes < low / 2) return "full";
  return freeBytes < low ? "low" : "ok";
}
