/** A snapshot of the whole service from its database: the same in every process. */
import { runForOne } from "../database/run.ts";
import { snapshotQuery } from "./sql.ts";

/** Reads the snapshot, or throws the database's error, within about two seconds. */
export async function readSnapshot() {
  const snapshot = await runForOne(snapshotQuery, undefined, { onRequest: true });
  if (!snapshot) throw new Error("the snapshot has no row");
  return snapshot;
}

export type Snapshot = Awaited<ReturnType<typeof readSnapshot>>;
