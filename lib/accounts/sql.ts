/** SQL of linking and unlinking accounts. */
import { type NotNull, sql } from "kysely";
import { now } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import { createdBetween } from "../pagination/totals.ts";

/** What a link would meet: the account as it is, whether the preferred school exists, and the bank's apps. */
export const findLinkContext = statement(
  (given: Parameters<{ bankId: string; bankUserId: string; schoolId: string | null }>) =>
    kysely
      .selectFrom("bank as b")
      .leftJoin("account as a", (join) =>
        join.on("a.bankId", "=", given.bankId).on("a.bankUserId", "=", given.bankUserId),
      )
      .leftJoin("school as s", (join) => join.on("s.id", "=", sql<string>`${given.schoolId}`))
      .select(["a.id as accountId", "a.status as accountStatus", "s.active as schoolActive"])
      .select("b.appSchemes")
      .where("b.id", "=", given.bankId),
);

/** Requests with the same bank and address come one after another from here on, until each has ended. */
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

/** What a link replaces where the account was there before. */
const REPLACED = [
  ...(["cardholderId", "email", "displayName", "phone", "taxReceiptEmail"] as const),
  ...(["loyaltyProgramId", "preferredSchoolId", "preferredFund", "metadata"] as const),
  ...(["redirectUri", "status", "linkedAt", "lastActiveAt"] as const),
];

/**
 * The guard on the conflict decides between two links at once: the second finds an active account.
 * @returns no row where it does
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
        }))
        .where("account.status", "<>", sql.lit("active")),
    )
    .returning("id"),
);

/** Of two that unlink at once, one does; the other is told what the first has done. */
export const unlink = statement(
  (given: Parameters<{ id: string; bankId: string; reason: string | null }>) =>
    kysely
      .updateTable("account")
      .set({
        unlinkReason: sql<string | null>`
          case when status = 'unlinked' then unlink_reason else ${given.reason} end`,
        unlinkedAt: sql<Date>`coalesce(unlinked_at, ${now})`,
        status: sql.lit("unlinked"),
      })
      .where("id", "=", given.id)
      .where("bankId", "=", given.bankId)
      .returning(["unlinkedAt", "unlinkReason"])
      .$narrowType<{ unlinkedAt: NotNull }>(),
);

/** A bank's accounts in one status, as they are listed. */
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
