/** What the sandbox page shows of the demonstration bank: its donations and what it was told. */
import type { SystemScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import type { Donation } from "../donations/contract.ts";
import { serializeDonation } from "../donations/serialize.ts";
import { fromPrisma } from "../donations/state.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";

export type DemoDonation = Donation & {
  school_name: string;
  attempts: number;
  last_error: string | null;
};

/** The demonstration bank's donations, newest first, with what its schools' platforms said. */
export async function listDemoDonations(
  _scope: SystemScope,
  limit: number,
): Promise<DemoDonation[]> {
  const rows = await db().donation.findMany({
    where: { bankId: DEMO_BANK_ID },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    include: { credit: true, school: { select: { name: true } } },
  });
  return rows.map((row) => ({
    ...serializeDonation(fromPrisma(row)),
    school_name: row.school.name,
    attempts: row.credit?.attemptCount ?? 0,
    last_error: row.credit?.lastError ?? null,
  }));
}

/** The demonstration bank's events, newest first, with every delivery and attempt. */
export async function listDemoEvents(_scope: SystemScope, limit: number) {
  return db().event.findMany({
    where: { bankId: DEMO_BANK_ID },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: {
      id: true,
      type: true,
      donationId: true,
      createdAt: true,
      deliveries: {
        orderBy: { createdAt: "asc" },
        select: {
          id: true,
          status: true,
          endpoint: { select: { url: true } },
          attempts: {
            orderBy: { id: "asc" },
            select: {
              id: true,
              attemptedAt: true,
              responseCode: true,
              error: true,
              latencyMs: true,
            },
          },
        },
      },
    },
  });
}

export type DemoEvent = Awaited<ReturnType<typeof listDemoEvents>>[number];

export type DemoState = { pending: boolean; version: string };

/** Whether anything is under way, and a mark that changes whenever the page would. */
export async function readDemoState(_scope: SystemScope): Promise<DemoState> {
  const { rows } = await pool().query<DemoState>(
    `select pending.donations + pending.deliveries > 0 as pending,
       concat_ws('.', latest.donation, latest.event, latest.attempt, latest.received,
         pending.donations, pending.deliveries, pending.pushes) as version
     from (
       select
         (select count(*) from donation where bank_id = $1 and status = 'pending') as donations,
         (select coalesce(sum(attempt_count), 0) from credit
          join donation on id = donation_id where bank_id = $1 and donation.status = 'pending')
          as pushes,
         (select count(*) from webhook_delivery d join event e on e.id = d.event_id
          where e.bank_id = $1 and d.status = 'pending') as deliveries
     ) as pending, (
       select
         (select id from donation where bank_id = $1
          order by created_at desc, id desc limit 1) as donation,
         (select id from event where bank_id = $1
          order by created_at desc, id desc limit 1) as event,
         (select max(id) from webhook_attempt) as attempt,
         (select max(id) from sandbox_inbox) as received
     ) as latest`,
    [DEMO_BANK_ID],
  );
  return rows[0] as DemoState;
}
