/** SQL of requests for consent: one current one per account. */
import { type NotNull, sql } from "kysely";
import { asBoolean, now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

/** Ends the account's request, if any, with all grants, codes, and tokens that came of it. */
export const deleteLink = statement((given: Parameters<{ accountId: string }>) =>
  kysely.deleteFrom("accountLink").where("accountId", "=", given.accountId),
);

type NewLink = {
  id: string;
  accountId: string;
  handleHash: Buffer;
  redirectUri: string;
  state: string | null;
  nonce: string | null;
  codeChallenge: string | null;
  lifetimeSeconds: number;
};

export const insertLink = statement((given: Parameters<NewLink>) =>
  kysely.insertInto("accountLink").values({
    ...{ id: given.id, accountId: given.accountId, handleHash: given.handleHash },
    ...{ redirectUri: given.redirectUri, state: given.state, nonce: given.nonce },
    codeChallenge: given.codeChallenge,
    expiresAt: sql<Date>`now() + make_interval(secs => ${given.lifetimeSeconds})`,
  }),
);

const links = kysely
  .selectFrom("accountLink as l")
  .innerJoin("account as a", "a.id", "l.accountId")
  .innerJoin("bank as b", "b.id", "a.bankId")
  .leftJoin("loyaltyProgram as p", (join) =>
    join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
  )
  .select(["l.id", "l.accountId", "l.redirectUri", "l.state", "l.nonce", "l.codeChallenge"])
  .select((of) => asBoolean(of("l.redeemedAt", "is not", null)).as("isRedeemed"))
  .select(["a.bankId", "a.bankUserId", "a.email", "a.cardholderId as emailedId"])
  .select("a.loyaltyProgramId")
  .select(["b.name as bankName", "b.redirectUris", "b.appSchemes", "p.name as programName"])
  .select((of) => [
    asBoolean(of("b.status", "=", sql.lit("active"))).as("isBankActive"),
    asBoolean(
      of.and([
        of("l.expiresAt", ">", now),
        of("l.approvedAt", "is", null),
        of("a.status", "=", sql.lit("pending_oauth")),
      ]),
    ).as("isOpen"),
  ]);

/** A request for consent with its account and bank, by its handle. */
export const findLinkByHandle = statement((given: Parameters<{ handleHash: Buffer }>) =>
  links.where("l.handleHash", "=", given.handleHash),
);

/** The same by its ID. */
export const findLink = statement((given: Parameters<{ linkId: string }>) =>
  links.where("l.id", "=", given.linkId),
);

/** Approves it, once. @returns no row if it has expired, was approved before, or its account or bank changed */
export const approve = statement((given: Parameters<{ linkId: string; cardholderId: string }>) =>
  kysely
    .updateTable("accountLink as l")
    .from("account as a")
    .innerJoin("bank as b", "b.id", "a.bankId")
    .set({ cardholderId: given.cardholderId, approvedAt: now })
    .where("l.id", "=", given.linkId)
    .where("l.approvedAt", "is", null)
    .where("l.expiresAt", ">", now)
    .whereRef("a.id", "=", "l.accountId")
    .where("a.status", "=", sql.lit("pending_oauth"))
    .where("b.status", "=", sql.lit("active"))
    .returning(["l.accountId", "a.bankId"]),
);

/** Who approved a bank's request, if it was not redeemed yet. The bank isn't suspended until it is. */
export const findApproved = statement((given: Parameters<{ linkId: string; bankId: string }>) =>
  kysely
    .selectFrom("accountLink as l")
    .innerJoin("account as a", "a.id", "l.accountId")
    .innerJoin("bank as b", "b.id", "a.bankId")
    .select(["l.accountId", "l.cardholderId", "a.bankUserId", "b.status as bankStatus"])
    .where("l.id", "=", given.linkId)
    .where("a.bankId", "=", given.bankId)
    .where("l.redeemedAt", "is", null)
    .where("l.cardholderId", "is not", null)
    .forShare("b")
    .$narrowType<{ cardholderId: NotNull }>(),
);

/**
 * Before its request is touched. Everything that changes an account, its request, and what came of that locks
 * them in this order, so that two transactions never wait for each other.
 */
export const lockAccount = statement((given: Parameters<{ accountId: string }>) =>
  kysely.selectFrom("account").select("id").where("id", "=", given.accountId).forUpdate(),
);

/** Locks a request before its grants, codes, and tokens are touched. */
export const lockLink = statement((given: Parameters<{ linkId: string }>) =>
  kysely
    .selectFrom("accountLink")
    .select("redeemedAt")
    .where("id", "=", given.linkId)
    .forNoKeyUpdate(),
);

/** @returns no row if it was redeemed, or its account was linked again or unlinked */
export const markRedeemed = statement((given: Parameters<{ linkId: string }>) =>
  kysely
    .updateTable("accountLink")
    .set({ redeemedAt: now })
    .where("id", "=", given.linkId)
    .where("redeemedAt", "is", null)
    .returning("id"),
);

/** Activates a locked account for the person who approved. @returns no row if it is not waiting for consent */
export const activate = statement(
  (given: Parameters<{ accountId: string; cardholderId: string }>) =>
    kysely
      .updateTable("account")
      .set({
        ...{ status: sql.lit("active"), cardholderId: given.cardholderId },
        ...{ linkedAt: now, lastActiveAt: now, acceptedAt: now },
      })
      .where("id", "=", given.accountId)
      .where("status", "=", sql.lit("pending_oauth"))
      .returningAll(),
);
