/** Corrections in tests: requests, single attempts, and what a bank adds up from its events. */
import { randomUUID } from "node:crypto";
import { attemptCorrection } from "#lib/corrections/attempt.ts";
import type { CorrectionRequest } from "#lib/corrections/contract.ts";
import { type Corrector, requestCorrection } from "#lib/corrections/request.ts";
import { db } from "#lib/database/prisma.ts";
import type { CallOptions } from "./api.ts";
import { giveTo } from "./books-operations.ts";
import { type Bank, makeSchool } from "./factories.ts";

export const correctionBody = (changes: Partial<CorrectionRequest> = {}): CorrectionRequest => ({
  kind: "reverse",
  correction_ref: randomUUID(),
  reason: "The customer chose the wrong amount",
  ...changes,
});

/** @returns the correction's ID */
export async function ask(
  by: Corrector,
  donationId: string,
  changes: Partial<CorrectionRequest> = {},
): Promise<string> {
  return (await requestCorrection(by, donationId, correctionBody(changes))).row.id;
}

/** Attempts a correction, as its job does, until nothing is due at once. @returns its status, and how long it waits */
export async function attempt(id: string, atMost = 10) {
  for (let n = 0; ; n++) {
    await db().correction.updateMany({ where: { id }, data: { nextAttemptAt: new Date() } });
    const { generation } = await db().correction.findUniqueOrThrow({ where: { id } });
    const schedule = { waitBefore: () => 0, attempts: 6 };
    const attempted = await attemptCorrection({ id, generation }, schedule);
    if (attempted.status !== "pending" || attempted.dueInMs > 0 || n === atMost) return attempted;
  }
}

/** Lets the latest attempt of a donation's credit be long ago, so that nothing is in flight. */
export const calmDown = (donationId: string) =>
  db().credit.updateMany({
    where: { donationId },
    data: { attemptBegunAt: new Date(Date.now() - 3_600_000) },
  });

/** What a bank gives back if it adds up the events about a donation, and those about what it was redirected to. */
export async function pointsReturned(donationId: string): Promise<number> {
  const gifts = await db().donation.findMany({ where: { redirectedFrom: donationId } });
  const ids = [donationId, ...gifts.map(({ id }) => id)];
  const events = await db().event.findMany({ where: { donationId: { in: ids } } });
  return events.reduce((sum, { body }) => sum + (JSON.parse(body).data.points_to_return ?? 0), 0);
}

export const eventsOf = async (donationId: string) => {
  const events = await db().event.findMany({ where: { donationId }, orderBy: { sequence: "asc" } });
  return events.map(({ type }) => type);
};

/** A correction of a completed donation. */
async function makeCorrection(bank: Bank) {
  const donation_id = await giveTo(bank, await makeSchool());
  return { donation_id, correction_id: await ask(bank.scope, donation_id) };
}

async function makeSucceeded(bank: Bank) {
  const params = await makeCorrection(bank);
  await db().correction.update({
    where: { id: params.correction_id },
    data: { status: "succeeded", decidedAt: new Date() },
  });
  return params;
}

export const CORRECTION_REQUESTS: Record<string, (bank: Bank) => Promise<CallOptions>> = {
  requestCorrection: async (bank) => ({
    params: { donation_id: await giveTo(bank, await makeSchool()) },
    body: correctionBody(),
  }),
  listDonationCorrections: async (bank) => {
    const { donation_id } = await makeCorrection(bank);
    return { params: { donation_id } };
  },
  getCorrection: async (bank) => ({ params: await makeCorrection(bank) }),
  listCorrections: async (bank) => {
    await makeCorrection(bank);
    return {};
  },
  recordPointsReturned: async (bank) => ({
    params: await makeSucceeded(bank),
    body: { points: 0, reference: "adj-1" },
  }),
};
