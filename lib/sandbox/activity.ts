import { db } from "../database/prisma.ts";
import { run } from "../database/run.ts";
import type { Donation } from "../donations/contract.ts";
import { serializeDonation } from "../donations/serialize.ts";
import { cardholderDonations } from "../donations/sql.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";
import { selectState } from "./sql.ts";

export type DemoDonation = Donation & {
  school_name: string;
  attempts: number;
  last_error: string | null;
};

/** The demo bank's donations, newest first, with their platforms' responses. */
export async function listDemoDonations(limit: number): Promise<DemoDonation[]> {
  const rows = await run(
    cardholderDonations
      .select(["c.attemptCount", "c.lastError"])
      .where("d.bankId", "=", DEMO_BANK_ID)
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc")
      .limit(limit),
  );
  return rows.map((row) => ({
    ...serializeDonation(row),
    school_name: row.schoolName,
    attempts: row.attemptCount ?? 0,
    last_error: row.lastError,
  }));
}

/** The demo bank's events, newest first, with every delivery and attempt. */
export async function listDemoEvents(limit: number) {
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

/** Whether anything is pending, and a version that changes whenever the page would. */
export async function readDemoState(): Promise<DemoState> {
  const [state] = await selectState({ bankId: DEMO_BANK_ID });
  return state ?? { pending: false, version: "" };
}
