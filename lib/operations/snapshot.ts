/** A snapshot of the whole service, by its database: the same from every process. */
import { REQUEST_TIMEOUT_MS, runForOne } from "../database/run.ts";
import { snapshotQuery } from "./sql.ts";

/** Reads it, or throws what the database throws; within two seconds or so either way. */
export async function readSnapshot() {
  const snapshot = await runForOne(snapshotQuery, undefined, { timeoutMs: REQUEST_TIMEOUT_MS });
  if (!snapshot) throw new Error("the snapshot has no row");
  return snapshot;
}

export type Snapshot = Awaited<ReturnType<typeof readSnapshot>>;
