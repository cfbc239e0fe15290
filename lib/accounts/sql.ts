/** SQL of linking and unlinking accounts. */
import { type NotNull, sql } from "kysely";
import { now } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import { createdBetween } from "../pagination/totals.ts";

/**
 * The current state before linking: the account, whether the preferred school exists, and the bank's apps.
 */
export const findLinkContext = statement(
  (given: Parameters<{ bankId: string; bankUserId: string; schoolId: string | null }>) =>
    kysely
      .selectFrom("bank as b")
      .leftJoin("account as a", (join) =>
        join.on("a.bankId", "=", given.bankId).on("a.bankUserId", "=", given.bankUserId),
      )
      .leftJoin("school as s", (join) => join.on("s.id", "=", sql<string>`${given.schoolId}`))
      .select(["a.id as accountId", "a.status as accountStatus", "s.active as schoolActive"])
      .select(["b.appSchemes", "b.redirectUris", "b.status as bankStatus"])
      .where("b.id", "=", given.bankId)
      // The bank isn't suspended until the link is made.
      .forShare("b"),
);

/** Serializes requests with the same bank and address, until each transaction ends. */
export const lockAddress = statement((given: Parameters<{ name: string }>) =>
  kysely.selectNoFrom(
    sql<unknown>`pg_advisory_xact_lock(hashtextextended(${given.name}, 0))`.as("locked"),
  ),
);

/** The bank's other linked accounts with this cardholder, up to a limit. */
export const findOtherAccounts = statement(
  (
    given: Parameters<{
      cardholderId: string;
      bankId: string;
      bankUserId: string;
      limit: number;
    }>,
  ) =>
    kysely
      .selectFrom("account")
      .select("id")
      .where("cardholderId", "=", given.cardholderId)
      .where("status", "in", [sql.lit("active"), sql.lit("pending_oauth")])
      .where("bankId", "=", given.bankId)
      .where("bankUserId", "<>", given.bankUserId)
      .limit(given.limit),
);

type Link = {
  id: string;
  bankId: string;
  bankUserId: string;
  cardholderId: string;
  email: string;
  displayName: string;
  phone: string | null;
  taxReceiptEmail: string | null;
  loyaltyProgramId: string;
  preferredSchoolId: string | null;
  preferredFund: string | null;
  metadata: object | null;
  redirectUri: string | null;
  status: string;
  linkedAt: Date;
};

/** The columns that a link replaces in an existing account. */
const REPLACED = [
  ...(["cardholderId", "email", "displayName", "phone", "taxReceiptEmail"] as const),
  ...(["loyaltyProgramId", "preferredSchoolId", "preferredFund", "metadata"] as const),
  ...(["redirectUri", "status", "linkedAt", "lastActiveAt"] as const),
];

/**
 * On a conflict, the guard decides between two concurrent links: the second finds an active account.
 * @returns no row for the second
 */
export const insertOrReviveAccount = statement((given: Parameters<Link>) =>
  kysely
    .insertInto("account")
    .values({
      ...{ id: given.id, bankId: given.bankId, bankUserId: given.bankUserId },
      ...{ cardholderId: given.cardholderId, email: given.email, phone: given.phone },
      ...{ displayName: given.displayName, taxReceiptEmail: given.taxReceiptEmail },
      ...{ loyaltyProgramId: given.loyaltyProgramId, preferredFund: given.preferredFund },
      ...{ preferredSchoolId: given.preferredSchoolId, metadata: given.metadata },
      ...{ redirectUri: given.redirectUri, status: given.status },
      ...{ linkedAt: given.linkedAt, lastActiveAt: given.linkedAt },
    })
    .onConflict((conflict) =>
      conflict
        .columns(["bankId", "bankUserId"])
        .doUpdateSet((of) => ({
          ...Object.fromEntries(REPLACED.map((name) => [name, of.ref(`excluded.${name}`)])),
          unlinkedAt: null,
          unlinkReason: null,
          acceptedAt: null,
        }))
        .where("account.status", "<>", sql.lit("active")),
    )
    .returning("id"),
);

type Unlink = {
  id: string;
  /** Whose account it has to be: this bank's, or this cardholder's. */
  bankId: string | null;
  cardholderId: string | null;
  reason: string | null;
};

/** Only one of two concurrent requests unlinks the account. @returns no row for the other */
export const unlink = statement((given: Parameters<Unlink>) =>
  kysely
    .updateTable("account")
    .set({ status: sql.lit("unlinked"), unlinkedAt: now, unlinkReason: given.reason })
    .where("id", "=", given.id)
    .where((of) =>
      of.or([
        of("bankId", "=", sql<string>`${given.bankId}::uuid`),
        of("cardholderId", "=", sql<string>`${given.cardholderId}::uuid`),
      ]),
    )
    .where("status", "<>", sql.lit("unlinked"))
    .returningAll()
    .$narrowType<{ unlinkedAt: NotNull }>(),
);

type Pair = { bankId: string; cardholderId: string };

export const insertDisconnected = statement((given: Parameters<Pair>) =>
  kysely
    .insertInto("disconnectedBank")
    .values({ bankId: given.bankId, cardholderId: given.cardholderId })
    .onConflict((conflict) => conflict.doNothing()),
);

export const deleteDisconnected = statement((given: Parameters<Pair>) =>
  kysely
    .deleteFrom("disconnectedBank")
    .where("bankId", "=", given.bankId)
    .where("cardholderId", "=", given.cardholderId),
);

export const findDisconnected = statement((given: Parameters<Pair>) =>
  kysely
    .selectFrom("disconnectedBank")
    .select("disconnectedAt")
    .where("bankId", "=", given.bankId)
    .where("cardholderId", "=", given.cardholderId),
);

/** The bank of a person's account. */
export const findBankOf = statement((given: Parameters<{ id: string; cardholderId: string }>) =>
  kysely
    .selectFrom("account")
    .select("bankId")
    .where("id", "=", given.id)
    .where("cardholderId", "=", given.cardholderId),
);

/** An account of this bank. */
export const findAccount = statement((given: Parameters<{ id: string; bankId: string }>) =>
  kysely
    .selectFrom("account")
    .selectAll()
    .where("id", "=", given.id)
    .where("bankId", "=", given.bankId),
);

/** A bank's accounts in one status, for lists. */
export const accountsOf = (bankId: string, status: string) =>
  kysely
    .selectFrom("account")
    .select([
      ...(["id", "bankUserId", "email", "displayName", "status", "linkedAt"] as const),
      ...(["lastActiveAt", "loyaltyProgramId", "preferredSchoolId", "preferredFund"] as const),
      ...(["phone", "taxReceiptEmail", "metadata", "donationCount"] as const),
      "lifetimeDonatedCents",
    ])
    .where("bankId", "=", bankId)
    .where("status", "=", status);

/** Linked within these times. */
export const linkedBetween = (times: { from?: Date | undefined; to?: Date | undefined }) =>
  createdBetween(sql.ref("linkedAt"), times);
