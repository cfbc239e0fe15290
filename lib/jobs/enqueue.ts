/**
 * Jobs for the durable functions (transactional outbox). A job is a row written in the caller's transaction,
 * so it exists exactly if that transaction commits. The dispatcher starts its run afterwards.
 */
import { v7 as uuidv7 } from "uuid";
import { afterCommit, type Transaction } from "../database/transaction.ts";
import { wakeDispatcher } from "./dispatch.ts";
import { insertJobs } from "./sql.ts";

/** Every job, with its data. */
export type Jobs = {
  /** Push the credit of a donation to the school's platform. */
  "donation/push.requested": { donation_id: string; school_id: string } & OfBank & Request;
  /** Deliver an event to one endpoint of the bank. */
  "webhook/delivery.requested": { delivery_id: string; endpoint_id: string } & OfBank & Request;
  /** Send the events of a range again, from the position of its replay. */
  "webhook/replay.requested": { replay_id: string; bank_id: string } & Request;
  /**
   * Email a link for a new password to this cardholder, if there is one: an address that is nobody's makes up
   * an ID. `next` is where the person goes on, encrypted. Jobs of the previous release hold the address instead.
   */
  "cardholder/password-link.requested":
    | { cardholder_id: string; next?: string | undefined }
    | { email: string };
  /** Attribute to this cardholder what was given through links that they have accepted. */
  "account/links.accepted": { cardholder_id: string };
  /** Send an email that is queued. */
  "mail/send.requested": { mail_id: string } & OfBank & Request;
  /** Make the first attempts of several pushes. */
  "donation/pushes.requested": GroupOf<"donation/push.requested">;
  /** Make the first attempts of several deliveries. */
  "webhook/deliveries.requested": GroupOf<"webhook/delivery.requested">;
  /** The same for one school and bank, or one endpoint, that has been slow or has failed. */
  "donation/pushes-apart.requested": GroupOf<"donation/push.requested">;
  "webhook/deliveries-apart.requested": GroupOf<"webhook/delivery.requested">;
};

/** The owner, so that one bank's work cannot take another's slots. Absent from the previous release's jobs. */
type OfBank = { bank_id?: string };

/** How often the work was enqueued (only the latest run continues), and the first attempt's number. */
type Request = {
  generation?: number;
  attempt?: number;
  /** It is no member of a group with others, or was one before. */
  alone?: true;
  /** It is a member of no group whatsoever: the one that it was in last broke off. */
  own_run?: true;
  /** How many attempts were recorded when it was enqueued; 0 if absent. */
  attempts_before?: number;
  /** When the attempt is due, if not at once. */
  not_before?: string;
  /** Another process may still be waiting for the response to the first attempt. */
  held?: true;
};

type GroupOf<Name extends JobName> = {
  /** Whose slots the group takes: a bank's, those for groups of several banks, or a school's or an endpoint's for one bank. */
  owner: string;
  /** The bank of a group that is kept apart. */
  bank_id?: string;
  members: Jobs[Name][];
};

export type JobName = keyof Jobs;
export type Job = { [Name in JobName]: { name: Name; data: Jobs[Name] } }[JobName];

/** A job as a row of the outbox. Rows are dispatched in the order of their ids. */
export type JobRow = Job & { id: string };

/**
 * A job's row, for a statement that inserts it together with its cause. If that statement runs outside
 * `transaction()`, call `wakeDispatcher` afterwards.
 */
export const jobRow = (job: Job): JobRow => ({ id: uuidv7(), ...job });

/** Enqueues jobs. They run after the transaction commits, and never if it rolls back. */
export async function enqueue(tx: Transaction, jobs: Job | Job[]): Promise<void> {
  const rows = [jobs].flat().map(jobRow);
  if (rows.length === 0) return;
  await insertJobs({ jobs: rows }, tx);
  afterCommit(tx, wakeDispatcher);
}
