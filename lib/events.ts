/**
 * Jobs for the durable functions. A job is a row of the outbox, written in the transaction that needs
 * it; the relay hands it to the engine afterwards. So a job exists exactly when its cause does.
 */
import { EventEmitter } from "node:events";
import { v7 as uuidv7 } from "uuid";
import { pool } from "./database/pool.ts";
import type { Transaction } from "./database/transaction.ts";

/** Every job there is, with its data. */
export type Jobs = {
  /** Push the credit of a donation to the school's platform. */
  "donation/push.requested": { donation_id: string; school_id: string } & OfBank & Request;
  /** Deliver an event to one endpoint of the bank. */
  "webhook/delivery.requested": { delivery_id: string; endpoint_id: string } & OfBank & Request;
  /** Send the events of a range again, from where its replay stands. */
  "webhook/replay.requested": { replay_id: string; bank_id: string } & Request;
  /** Mail a link for a new password to this address, if it is anybody's. */
  "cardholder/password-link.requested": { email: string };
  /** Send a mail that is in the outbox. */
  "mail/send.requested": { mail_id: string } & OfBank & Request;
};

/** Whose work it is, so that one bank's does not take the places of another's. A release ago none said. */
type OfBank = { bank_id?: string };

/** Which request for the work it is (of two, only the later goes on), and the attempt it begins with. */
type Request = { generation?: number; attempt?: number };

export type JobName = keyof Jobs;
export type Job = { [Name in JobName]: { name: Name; data: Jobs[Name] } }[JobName];

/** Promises jobs within the transaction. Call `wakeRelay` after the commit. */
export async function promiseJobs(tx: Transaction, jobs: Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await tx.query(
    `insert into outbox (id, name, data)
     select * from unnest($1::uuid[], $2::text[], $3::jsonb[])`,
    [
      jobs.map(() => uuidv7()),
      jobs.map((job) => job.name),
      jobs.map((job) => JSON.stringify(job.data)),
    ],
  );
}

type Sender = (events: (Job & { id: string })[]) => Promise<unknown>;

/**
 * Hands one batch of promised jobs to the engine. The rows go only once the engine has them: after a
 * crash in between they are sent again under the same ids, which the engine then ignores.
 * @returns how many were handed over
 */
export async function relayJobs(send: Sender, batchSize = 200): Promise<number> {
  const client = await pool().connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<Job & { id: string }>(
      "select id, name, data from outbox order by id limit $1 for update skip locked",
      [batchSize],
    );
    if (rows.length > 0) {
      await send(rows.map(({ id, name, data }) => ({ id, name, data }) as Job & { id: string }));
      await client.query("delete from outbox where id = any($1)", [rows.map((row) => row.id)]);
    }
    await client.query("commit");
    client.release();
    return rows.length;
  } catch (error) {
    // Closing the connection rolls back, also where the connection itself is what failed.
    client.release(true);
    throw error;
  }
}

// One bell per process: the front door's bundle and Next's hold this module each.
const held = globalThis as { pointsRelayBell?: EventEmitter };

/** Rung after each commit that promised a job, so that the relay need not wait for its next look. */
export function relayBell(): EventEmitter {
  held.pointsRelayBell ??= new EventEmitter();
  return held.pointsRelayBell;
}

/** Tells the relay of this process that there is something to hand over. */
export function wakeRelay(): void {
  relayBell().emit("ring");
}
