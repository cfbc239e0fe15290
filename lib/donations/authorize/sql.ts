/** SQL of authorizations. Every change of a status is guarded by the status before. */
import { sql } from "kysely";
import { now } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import { asCents, type Cents, toDollars } from "../../money.ts";

const onRequest = { onRequest: true };

const COLUMNS = [
  ...(["id", "bankId", "accountId", "donationId", "status", "schoolId"] as const),
  ...(["loyaltyProgramId", "channel", "amountCents", "points", "holdReference"] as const),
  ...(["reason", "createdAt", "decidedAt", "expiresAt"] as const),
] as const;

const EXPIRED = COLUMNS.map((column) => `g.${column}` as const);

/** Where a bank is asked, with what signs it, and what the bank calls the customer. */
export const findAddress = statement(
  (given: Parameters<{ bankId: string; accountId: string }>) =>
    kysely
      .selectFrom("authorizationAddress as p")
      .innerJoin("account as a", "a.bankId", "p.bankId")
      .select(["p.url", "p.encryptedSecret", "a.bankUserId"])
      .select((of) =>
        of
          .case()
          .when("p.previousSecretExpiresAt", ">", now)
          .then(of.ref("p.previousEncryptedSecret"))
          .end()
          .as("previousEncryptedSecret"),
      )
      .where("p.bankId", "=", given.bankId)
      .where("a.id", "=", given.accountId),
  onRequest,
);

export type Address = Awaited<ReturnType<typeof findAddress>>[number];

/** What a bank is asked to approve. */
export type Terms = {
  donationId: string;
  bankId: string;
  accountId: string;
  schoolId: string;
  loyaltyProgramId: string | null;
  channel: "portal" | "embed";
  amountCents: Cents;
  points: number;
};

/** How often an account has asked within 24 hours. */
export const countRecent = statement(
  (given: Parameters<{ accountId: string }>) =>
    kysely
      .selectFrom("giftAuthorization")
      .select(sql<number>`count(*)`.as("count"))
      .where("accountId", "=", given.accountId)
      .where("createdAt", ">", sql<Date>`now() - interval '1 day'`),
  onRequest,
);

/** Nothing is inserted if the gift has one that is asked for, approved, or used. */
export const insertRequested = statement(
  (given: Parameters<Terms & { id: string; livesMs: number }>) =>
    kysely
      .insertInto("giftAuthorization")
      .columns([
        ...(["id", "donationId", "bankId", "accountId", "schoolId", "loyaltyProgramId"] as const),
        ...(["channel", "amountCents", "points", "expiresAt"] as const),
      ])
      .expression(
        kysely.selectNoFrom([
          sql<string>`${given.id}::uuid`.as("id"),
          sql<string>`${given.donationId}::uuid`.as("donationId"),
          sql<string>`${given.bankId}::uuid`.as("bankId"),
          sql<string>`${given.accountId}::uuid`.as("accountId"),
          sql<string>`${given.schoolId}::text`.as("schoolId"),
          sql<string | null>`${given.loyaltyProgramId}::text`.as("loyaltyProgramId"),
          sql<string>`${given.channel}::text`.as("channel"),
          sql<Cents>`${given.amountCents}::bigint`.as("amountCents"),
          sql<number>`${given.points}::bigint`.as("points"),
          sql<Date>`now() + ${given.livesMs}::float8 * interval '1 millisecond'`.as("expiresAt"),
        ]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(COLUMNS),
  onRequest,
);

/** The authorization of a gift that is being asked for, approved, or used. */
export const findLive = statement(
  (given: Parameters<{ donationId: string }>) =>
    kysely
      .selectFrom("giftAuthorization")
      .select(COLUMNS)
      .select(sql<boolean>`expires_at <= now()`.as("isOver"))
      .where("donationId", "=", given.donationId)
      .where("status", "in", ["requested", "approved", "used"]),
  onRequest,
);

export type Authorization = Omit<Awaited<ReturnType<typeof findLive>>[number], "isOver">;

type Decision = {
  id: string;
  status: "approved" | "declined";
  holdReference: string | null;
  reason: string | null;
  livesMs: number;
};

/** Records the bank's decision, if none is recorded yet. From an approval on, the time to use it counts. */
export const decide = statement(
  (given: Parameters<Decision>) =>
    kysely
      .updateTable("giftAuthorization")
      .set({
        status: sql<string>`${given.status}::text`,
        holdReference: given.holdReference,
        reason: given.reason,
        decidedAt: now,
        expiresAt: sql<Date>`now() + ${given.livesMs}::float8 * interval '1 millisecond'`,
      })
      .where("id", "=", given.id)
      .where("status", "=", "requested")
      .returning(COLUMNS),
  onRequest,
);

export const findById = statement(
  (given: Parameters<{ id: string }>) =>
    kysely.selectFrom("giftAuthorization").select(COLUMNS).where("id", "=", given.id),
  onRequest,
);

/** Expires an authorization that is not used, with what its bank calls the customer. */
export const expireById = statement((given: Parameters<{ id: string; whileStatus: string[] }>) =>
  kysely
    .updateTable("giftAuthorization as g")
    .from("account as a")
    .set({ status: "expired" })
    .whereRef("a.id", "=", "g.accountId")
    .where("g.id", "=", given.id)
    .where("g.status", "=", sql<string>`any(${given.whileStatus}::text[])`)
    .returning([...EXPIRED, "a.bankUserId"]),
);

/** Expires what is due, longest due first; what another process expires is left to it. */
export const expireAllDue = statement((given: Parameters<{ atMost: number }>) =>
  kysely
    .updateTable("giftAuthorization as g")
    .from("account as a")
    .set({ status: "expired" })
    .whereRef("a.id", "=", "g.accountId")
    .where("g.id", "in", (of) =>
      of
        .selectFrom("giftAuthorization")
        .select("id")
        .where("status", "in", ["requested", "approved"])
        .where("expiresAt", "<=", now)
        .orderBy("expiresAt")
        .limit(given.atMost)
        .forUpdate()
        .skipLocked(),
    )
    .returning([...EXPIRED, "a.bankUserId"]),
);

export type ExpiredAuthorization = Awaited<ReturnType<typeof expireAllDue>>[number];

/** All that a bank was asked about one gift, first one first, also if it was never accepted. */
export async function listAuthorizationsOf(donationId: string) {
  const rows = await db().giftAuthorization.findMany({
    where: { donationId },
    orderBy: { createdAt: "asc" },
  });
  return rows.map(({ id, status, amountCents, points, holdReference, reason, ...times }) => ({
    ...{ authorizationId: id, status, dollarAmount: toDollars(asCents(amountCents)), points },
    ...{ holdReference, reason, createdAt: times.createdAt, decidedAt: times.decidedAt },
    expiresAt: times.expiresAt,
  }));
}
