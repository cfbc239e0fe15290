/**
 * Jobs for the durable functions. A job is written in the caller's transaction, so it exists if and only if that
 * transaction commits: as a run, which this process holds, if it runs the embedded executor; otherwise in the outbox, from
 * which a dispatcher starts its run.
 */
import { v7 as uuidv7 } from "uuid";
import { addHook, type Transaction } from "../database/transaction.ts";
import type { LogContext } from "../log.ts";
import { wakeDispatcher } from "./dispatch.ts";
import { localEngine } from "./engines.ts";
import { insertJobs, insertRuns } from "./sql.ts";

export type Jobs = {
  /** Push the credit of a donation to the school's platform. Dispatched in groups. */
  "donation/push.requested": { donation_id: string; school_id: string } & OfBank & Generation;
  /** Carry out a correction of a donation. */
  "donation/correction.requested": { correction_id: string; school_id: string } & OfBank &
    Generation;
  /** Deliver an event to one endpoint of the bank. Dispatched in groups. */
  "webhook/delivery.requested": { delivery_id: string; endpoint_id: string } & OfBank & Generation;
  /** Send a range of events again, from the replay's current position. */
  "webhook/replay.requested": { replay_id: string; bank_id: string } & Generation;
  /**
   * Email a password reset link to this cardholder, if they exist: an unknown address gets a made-up ID. `next` is the
   * page to continue to, encrypted.
   */
  "cardholder/password-link.requested": { cardholder_id: string; next?: string | undefined };
  /** Attribute to this cardholder the donations made through the links they have accepted. */
  "account/links.accepted": { cardholder_id: string };
  /** Email the receipt of this donation, which was corrected. */
  "receipt/email.requested": { donation_id: string } & OfBank;
  "email/send.requested": { email_id: string } & OfBank & Generation;
  /** Push the credits of a group of donations, until the platforms have decided. */
  "donation/pushes.requested": GroupOf<"donation/push.requested">;
  /** Attempt a group of deliveries until each is accepted or its schedule has ended. */
  "webhook/deliveries.requested": GroupOf<"webhook/delivery.requested">;
};

/** The owner, so that one bank's work can't take another's slots. Absent from work that no bank caused. */
type OfBank = { bank_id?: string };

/** Raised each time the work is requeued: only the latest run continues. */
type Generation = { generation?: number };

/** Items that share a run. */
export type GroupOf<Name extends JobName> = {
  /** Two groups per lane are attempted at a time. */
  lane: string;
  /** Eight groups per owner are attempted at a time, across its lanes. */
  owner: string;
  items: Jobs[Name][];
};

export type JobName = keyof Jobs;
export type Job = { [Name in JobName]: { name: Name; data: Jobs[Name] } }[JobName];

/** A job as a row of the outbox. Rows are dispatched in order of their IDs. */
export type JobRow = Job & { id: string };

const enqueued = new WeakMap<Transaction, JobRow[]>();

/** Enqueues jobs. They run after the transaction commits, and never if it rolls back. */
export function enqueue(tx: Transaction, jobs: Job | Job[]): void {
  const rows = [jobs].flat().map((job): JobRow => ({ id: uuidv7(), ...job }));
  if (rows.length === 0) return;
  const earlier = enqueued.get(tx);
  if (earlier) return void earlier.push(...rows);
  enqueued.set(tx, rows);
  addHook(tx, "beforeCommit", () => writeJobs(tx, rows));
  // The connection, which identifies the transaction, will be used again.
  addHook(tx, "afterRollback", () => enqueued.delete(tx));
}

/** All jobs of a transaction at once. */
async function writeJobs(tx: Transaction, jobs: JobRow[]): Promise<void> {
  enqueued.delete(tx);
  const prepared = localEngine().prepare?.(jobs);
  if (prepared) {
    addHook(tx, "afterCommit", prepared.begin);
    addHook(tx, "afterRollback", prepared.discard);
    await insertRuns({ runs: prepared.rows }, tx);
  } else {
    addHook(tx, "afterCommit", wakeDispatcher);
    await insertJobs({ jobs }, tx);
  }
}

/** The fields of a job's data that are logged: our own IDs, never an address. */
const LOGGED =
  "donation_id correction_id school_id delivery_id endpoint_id replay_id email_id".split(" ");

export const idsIn = (data: object): LogContext =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => LOGGED.includes(name) && typeof value === "string",
    ),
  );
