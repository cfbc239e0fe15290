/**
 * All of the executor's queries, each a single statement. Every time is the database's (`now()`): processes
 * whose clocks differ agree on what is due.
 */
import type pg from "pg";
import type { StoredEvent } from "./events.ts";
import type { Plan } from "./function-config.ts";
import * as sql from "./sql.ts";

/** A run to be inserted. */
export type NewRun = {
  id: string;
  functionId: string;
  /** An event starts a function once. */
  eventId: string;
  event: StoredEvent;
  queue: string;
  /** The keys of its two limits; null if the queue is the key. */
  concurrencyKeys: string[] | null;
};

/** A finished step: its id (a hash made by the SDK) and its outcome. */
export type StepResult = { id: string; data: unknown } | { id: string; error: unknown };

/** A run that this process holds, with everything that a call needs. */
export type ClaimedRun = {
  id: string;
  functionId: string;
  event: StoredEvent;
  steps: StepResult[];
  attempt: number;
  /** Fencing token: writes under an older one are dropped. */
  lease: number;
  /** True if the last holder was lost. */
  takenOver: boolean;
};

/** The result of a call for its run. */
export type RunUpdate = {
  id: string;
  lease: number;
  /** How many results were stored before: a repeated write must not add them twice. */
  knownSteps: number;
  steps: StepResult[];
  attempt: number;
  status: "running" | "completed" | "failed";
  /** Held for the next call, or released. */
  held: boolean;
  waitMs: number;
  /** Output or error of a run that has ended. */
  result: unknown;
};

/** As stored: JSON as text, byte for byte. */
type StoredRun = Omit<ClaimedRun, "event" | "steps"> & { event: string; steps: string[] };

type Pool = pg.Pool;
/** A pool, or a connection with an open transaction. */
type Connection = pg.Pool | pg.ClientBase;
type Lease = Pick<ClaimedRun, "id" | "lease">;

// A broken network may never respond: beyond the server's statement timeout there is no point in waiting.
const ANSWER_TIMEOUT_MS = 20_000;

function ask<Row extends pg.QueryResultRow>(
  on: Connection,
  statement: sql.Statement,
  values: unknown[],
) {
  const query = { ...statement, values, query_timeout: ANSWER_TIMEOUT_MS };
  return on.query<Row>(query as pg.QueryConfig);
}

const ids = (leases: Lease[]) => [leases.map(({ id }) => id), leases.map(({ lease }) => lease)];

const readRun = (row: StoredRun): ClaimedRun => ({
  ...row,
  event: JSON.parse(row.event),
  steps: row.steps.map((step) => JSON.parse(step)),
  lease: Number(row.lease),
});

/**
 * A run as a row of the statement's JSON parameter. Half a surrogate pair in a key would fail the whole
 * statement.
 */
const runRow = (run: NewRun) => ({
  id: run.id,
  function_id: run.functionId,
  event_id: run.eventId.toWellFormed(),
  event: JSON.stringify(run.event),
  queue: run.queue.toWellFormed(),
  first_key: run.concurrencyKeys?.[0]?.toWellFormed() ?? null,
  second_key: run.concurrencyKeys?.[1]?.toWellFormed() ?? null,
});

const updateRow = (update: RunUpdate) => ({
  id: update.id,
  lease: update.lease,
  known_steps: update.knownSteps,
  steps: JSON.stringify(update.steps),
  attempt: update.attempt,
  status: update.status,
  held: update.held,
  wait_ms: update.waitMs,
  result: JSON.stringify(update.result ?? null),
});

/** Adds runs; duplicates of a function's event are left out. */
export async function insertRuns(on: Connection, runs: NewRun[]): Promise<number> {
  const { rowCount } = await ask(on, sql.insertRuns, [JSON.stringify(runs.map(runRow))]);
  return rowCount ?? 0;
}

/** Claims up to `count` due runs of the given functions, within their limits. */
export async function claimRuns(
  pool: Pool,
  plans: Plan[],
  count: number,
  leaseMs: number,
): Promise<ClaimedRun[]> {
  const { rows } = await ask<StoredRun>(pool, sql.claimRuns, [
    count,
    plans.map((plan) => plan.id),
    plans.map((plan) => plan.concurrency[0]?.limit ?? null),
    plans.map((plan) => plan.concurrency[1]?.limit ?? null),
    leaseMs,
  ]);
  return rows.map(readRun);
}

/**
 * Writes the results of calls.
 * @returns the ids of runs still held under their leases; the other results are dropped
 */
export async function updateRuns(pool: Pool, updates: RunUpdate[]): Promise<Set<string>> {
  const changes = JSON.stringify(updates.map(updateRow));
  const { rows } = await ask<{ id: string }>(pool, sql.updateRuns, [changes]);
  return new Set(rows.map(({ id }) => id));
}

/** Extends leases. */
export async function extendLeases(pool: Pool, leases: Lease[], leaseMs: number): Promise<void> {
  await ask(pool, sql.extendLeases, [...ids(leases), leaseMs]);
}

/** Releases runs, due at once and without counting an attempt. */
export async function releaseRuns(pool: Pool, leases: Lease[]): Promise<void> {
  await ask(pool, sql.releaseRuns, ids(leases));
}

/** The database's time, in milliseconds. */
export async function databaseTime(pool: Pool): Promise<number> {
  const { rows } = await ask<{ ms: number }>(pool, sql.databaseTime, []);
  return rows[0]?.ms ?? 0;
}

/** Deletes up to `count` runs that ended longer ago than this. */
export async function pruneRuns(pool: Pool, ageMs: number, count: number): Promise<number> {
  const { rowCount } = await ask(pool, sql.pruneRuns, [ageMs, count]);
  return rowCount ?? 0;
}
