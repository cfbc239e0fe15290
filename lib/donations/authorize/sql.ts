/** Authorization SQL. Every status change is guarded by the previous status. */
import { sql } from "kysely";
import { insertFrom, now } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import { asCents, type Cents, toDollars } from "../../money.ts";

const onRequest = { onRequest: true };

const COLUMNS = [
  "id",
  "bankId",
  "accountId",
  "donationId",
  "status",
  "schoolId",
  "loyaltyProgramId",
  "channel",
  "amountCents",
  "points",
  "holdReference",
  "reason",
  "createdAt",
  "decidedAt",
  "expiresAt",
] as const;

const EXPIRED_COLUMNS = COLUMNS.map((column) => `g.${column}` as const);

/** A bank's authorization URL with its signing secrets, and the bank's ID for the customer. */
export const findAddress = statement(
  (params: Parameters<{ bankId: string; accountId: string }>) =>
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
      .where("p.bankId", "=", params.bankId)
      .where("a.id", "=", params.accountId),
  onRequest,
);

export type AuthorizationAddress = Awaited<ReturnType<typeof findAddress>>[number];

/** What a bank is asked to approve. */
export type AuthorizationTerms = {
  donationId: string;
  bankId: string;
  accountId: string;
  schoolId: string;
  loyaltyProgramId: string | null;
  channel: "portal" | "embed";
  amountCents: Cents;
  points: number;
};

/** How many authorizations an account has requested within 24 hours. */
export const countRecentRequests = statement(
  (params: Parameters<{ accountId: string }>) =>
    kysely
      .selectFrom("giftAuthorization")
      .select(sql<number>`count(*)`.as("count"))
      .where("accountId", "=", params.accountId)
      .where("createdAt", ">", sql<Date>`now() - interval '1 day'`),
  onRequest,
);

/** Inserts nothing if the gift already has one that is requested, approved, or used. */
export const insertRequested = statement(
  (params: Parameters<AuthorizationTerms & { id: string; ttlMs: number }>) =>
    insertFrom(
      kysely,
      "giftAuthorization",
      kysely.selectNoFrom([
        sql<string>`${params.id}::uuid`.as("id"),
        sql<string>`${params.donationId}::uuid`.as("donationId"),
        sql<string>`${params.bankId}::uuid`.as("bankId"),
        sql<string>`${params.accountId}::uuid`.as("accountId"),
        sql<string>`${params.schoolId}::text`.as("schoolId"),
        sql<string | null>`${params.loyaltyProgramId}::text`.as("loyaltyProgramId"),
        sql<string>`${params.channel}::text`.as("channel"),
        sql<Cents>`${params.amountCents}::bigint`.as("amountCents"),
        sql<number>`${params.points}::bigint`.as("points"),
        sql<Date>`now() + ${params.ttlMs}::float8 * interval '1 millisecond'`.as("expiresAt"),
      ]),
    )
      .onConflict((conflict) => conflict.doNothing())
      .returning(COLUMNS),
  onRequest,
);

/** A gift's requested, approved, or used authorization. */
export const findLive = statement(
  (params: Parameters<{ donationId: string }>) =>
    kysely
      .selectFrom("giftAuthorization")
      .select(COLUMNS)
      .select(sql<boolean>`expires_at <= now()`.as("isExpired"))
      .where("donationId", "=", params.donationId)
      .where("status", "in", ["requested", "approved", "used"]),
  onRequest,
);

export type Authorization = Omit<Awaited<ReturnType<typeof findLive>>[number], "isExpired">;

type Decision = {
  id: string;
  status: "approved" | "declined";
  holdReference: string | null;
  reason: string | null;
  ttlMs: number;
};

/** Records the bank's decision, unless one is already recorded. The time to use an approval starts here. */
export const recordDecision = statement(
  (params: Parameters<Decision>) =>
    kysely
      .updateTable("giftAuthorization")
      .set({
        status: sql<string>`${params.status}::text`,
        holdReference: params.holdReference,
        reason: params.reason,
        decidedAt: now,
        expiresAt: sql<Date>`now() + ${params.ttlMs}::float8 * interval '1 millisecond'`,
      })
      .where("id", "=", params.id)
      .where("status", "=", "requested")
      .returning(COLUMNS),
  onRequest,
);

export const findById = statement(
  (params: Parameters<{ id: string }>) =>
    kysely.selectFrom("giftAuthorization").select(COLUMNS).where("id", "=", params.id),
  onRequest,
);

/** Expires an unused authorization. @returns it, with the bank's ID for the customer */
export const expireById = statement((params: Parameters<{ id: string; whileStatus: string[] }>) =>
  kysely
    .updateTable("giftAuthorization as g")
    .from("account as a")
    .set({ status: "expired" })
    .whereRef("a.id", "=", "g.accountId")
    .where("g.id", "=", params.id)
    .where("g.status", "=", sql<string>`any(${params.whileStatus}::text[])`)
    .returning([...EXPIRED_COLUMNS, "a.bankUserId"]),
);

/** Expires what is due, most overdue first. Skips what another process is expiring. */
export const expireAllDue = statement((params: Parameters<{ atMost: number }>) =>
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
        .limit(params.atMost)
        .forUpdate()
        .skipLocked(),
    )
    .returning([...EXPIRED_COLUMNS, "a.bankUserId"]),
);

export type ExpiredAuthorization = Awaited<ReturnType<typeof expireAllDue>>[number];

/** Every authorization of one gift, oldest first, even if the gift was never accepted. */
export async function listAuthorizationsOf(donationId: string) {
  const rows = await db().giftAuthorization.findMany({
    where: { donationId },
    orderBy: { createdAt: "asc" },
  });
  return rows.map(({ id, status, amountCents, points, holdReference, reason, ...times }) => ({
    authorizationId: id,
    status,
    dollarAmount: toDollars(asCents(amountCents)),
    points,
    holdReference,
    reason,
    createdAt: times.createdAt,
    decidedAt: times.decidedAt,
    expiresAt: times.expiresAt,
  }));
}
