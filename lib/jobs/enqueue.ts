/**
 * Jobs for the durable functions (transactional outbox). A job is a row written in the caller's transaction,
 * so it exists exactly if that transaction commits. The dispatcher starts its run afterward.
 */
import { v7 as uuidv7 } from "uuid";
import { afterCommit, type Transaction } from "../database/transaction.ts";
import type { LogContext } from "../log.ts";
import { wakeDispatcher } from "./dispatch.ts";
import { insertJobs } from "./sql.ts";

/** Every job, with its data. */
export type Jobs = {
  /** Push the credit of a donation to the school's platform. Dispatched in groups. */
  "donation/push.requested": { donation_id: string; school_id: string } & OfBank & Generation;
  /** Deliver an event to one endpoint of the bank. Dispatched in groups. */
  "webhook/delivery.requested": { delivery_id: string; endpoint_id: string } & OfBank & Generation;
  /** Send the events of a range again, from the position of its replay. */
  "webhook/replay.requested": { replay_id: string; bank_id: string } & Generation;
  /**
   * Email a link for a new password to this cardholder, if there is one: an address that is nobody's makes up
   * an ID. `next` is where the person goes on, encrypted.
   */
  "cardholder/password-link.requested": { cardholder_id: string; next?: string | undefined };
  /** Attribute to this cardholder what was given through links that they have accepted. */
  "account/links.accepted": { cardholder_id: string };
  /** Send an email that is queued. */
  "email/send.requested": { email_id: string } & OfBank & Generation;
  /** Push the credits of a group of donations, until the platforms have decided. */
  "donation/pushes.requested": GroupOf<"donation/push.requested">;
  /** Make a group of deliveries, until each is accepted or its schedule has ended. */
  "webhook/deliveries.requested": GroupOf<"webhook/delivery.requested">;
};

/** The owner, so that one bank's work cannot take another's slots. Absent from work that no bank caused. */
type OfBank = { bank_id?: string };

/** How often the work was enqueued: only the latest run continues. */
type Generation = { generation?: number };

/** What a group shares. */
export type GroupOf<Name extends JobName> = {
  /** Two groups of a lane are attempted at a time. */
  lane: string;
  /** Eight groups of an owner are attempted at a time, of whatever lanes. */
  owner: string;
  items: Jobs[Name][];
};

export type JobName = keyof Jobs;
export type Job = { [Name in JobName]: { name: Name; data: Jobs[Name] } }[JobName];

/** A job as a row of the outbox. Rows are dispatched in the order of their ids. */
export type JobRow = Job & { id: string };

/** Enqueues jobs. They run after the transaction commits, and never if it rolls back. */
export async function enqueue(tx: Transaction, jobs: Job | Job[]): Promise<void> {
  const rows = [jobs].flat().map((job): JobRow => ({ id: uuidv7(), ...job }));
  if (rows.length === 0) return;
  await insertJobs({ jobs: rows }, tx);
  afterCommit(tx, wakeDispatcher);
}

/** The fields of a job's data that log lines carry: our own IDs, never an address. */
const LOGGED = "donation_id school_id delivery_id endpoint_id replay_id email_id".split(" ");

/** The IDs that a job's data holds. */
export const idsIn = (data: object): LogContext =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => LOGGED.includes(name) && typeof value === "string",
    ),
  );
