/** SQL of embedded sessions. */
import { sql } from "kysely";
import { givingTerms } from "../banks/sql.ts";
import { asBoolean } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import { cardholderDonations } from "../donations/sql.ts";
import type { Theme } from "./theme.ts";

const onRequest = (name: string) => ({ name, onRequest: true });

/** A session with the current state of its bank and its account. */
export const selectSession = statement(
  (given: Parameters<{ id: string; standardRate: number }>) =>
    kysely
      .selectFrom("embedSession as e")
      .innerJoin("bank as b", "b.id", "e.bankId")
      .innerJoin("account as a", (join) =>
        join.onRef("a.id", "=", "e.accountId").onRef("a.bankId", "=", "e.bankId"),
      )
      .leftJoin("loyaltyProgram as p", (join) =>
        join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
      )
      .select(["e.id as sessionId", "e.bankId", "e.accountId", "b.name as bankName"])
      .select(["b.status as bankStatus", "e.keyId"])
      .select(["b.embedOrigins", "a.loyaltyProgramId as programId"])
      .select(["a.preferredSchoolId", "a.preferredFund", "e.schoolId", "e.fundDesignation as fund"])
      .select(["e.amountCents", "e.lockSchool", "e.lockAmount", "e.returnUrl", "e.cancelUrl"])
      .select(["e.cardholderId", "e.expiresAt"])
      .select(({ eb, fn, ref, and }) => [
        fn.coalesce("p.name", "a.loyaltyProgramId").as("programName"),
        fn.coalesce("p.pointsPerDollar", given.standardRate).as("rate"),
        sql<Theme>`coalesce(${ref("e.theme")}, '{}')`.as("theme"),
        // Not if the link has ended since: a new link of the account may be to someone else.
        asBoolean(
          and([
            eb("a.status", "=", sql.lit("active")),
            eb("a.linkedAt", "<=", ref("e.createdAt")),
            eb("a.cardholderId", "=", ref("e.cardholderId")),
          ]),
        ).as("isLinked"),
      ])
      .select([...givingTerms])
      .where("e.id", "=", given.id),
  onRequest("embed-session"),
);

/** Who may frame a session. */
export const selectFramers = statement(
  (given: Parameters<{ sessionId: string }>) =>
    kysely
      .selectFrom("embedSession as e")
      .innerJoin("bank as b", "b.id", "e.bankId")
      .select("b.embedOrigins")
      .where("e.id", "=", given.sessionId),
  onRequest("embed-framers"),
);

/** Records that the customer has opened the flow. */
export const touchAccount = statement(
  (given: Parameters<{ accountId: string; bankId: string; at: Date }>) =>
    kysely
      .updateTable("account")
      .set(({ ref }) => ({
        lastActiveAt: sql<Date>`greatest(${ref("lastActiveAt")}, ${given.at})`,
      }))
      .where("id", "=", given.accountId)
      .where(sql<boolean>`(bank_id = ${given.bankId}) is true`),
  onRequest("embed-opened"),
);

/** A session's donation, which has the session's id. */
export const selectEmbedDonation = statement(
  (
    given: Parameters<{
      sessionId: string;
      bankId: string;
      accountId: string;
      cardholderId: string;
    }>,
  ) =>
    cardholderDonations
      .where("d.id", "=", given.sessionId)
      .where("d.bankId", "=", given.bankId)
      .where("d.accountId", "=", given.accountId)
      .where("d.cardholderId", "=", given.cardholderId),
  onRequest("embed-donation"),
);

/** How many of the latest gifts are considered. */
const LATEST_GIFTS = 50;

/** The preferred school and those of the latest gifts through this account, if they are active. */
export const selectSuggestedSchools = statement(
  (
    given: Parameters<{
      bankId: string;
      accountId: string;
      cardholderId: string;
      preferredId: string | null;
    }>,
  ) =>
    kysely
      .selectFrom("school")
      .select(["id as schoolId", "name", "city", "state", "conference"])
      .where("active", "is", true)
      .where((eb) =>
        eb.or([
          eb("id", "=", given.preferredId),
          eb("id", "in", (of) =>
            of
              .selectFrom((inner) =>
                inner
                  .selectFrom("donation")
                  .select("schoolId")
                  .where("bankId", "=", given.bankId)
                  .where("accountId", "=", given.accountId)
                  .where("cardholderId", "=", given.cardholderId)
                  .orderBy("createdAt", "desc")
                  .orderBy("id", "desc")
                  .limit(LATEST_GIFTS)
                  .as("latest"),
              )
              .select("latest.schoolId"),
          ),
        ]),
      )
      .orderBy("sortKey")
      .orderBy("id"),
);

/** The account and the school that a token request names, if they exist. */
export const selectTokenSubject = statement(
  (given: Parameters<{ bankId: string; accountId: string | null; schoolId: string | null }>) =>
    kysely
      .selectFrom("bank as b")
      .leftJoin("account as a", (join) =>
        join.on("a.id", "=", given.accountId).on("a.bankId", "=", given.bankId),
      )
      .leftJoin("school as s", (join) => join.on("s.id", "=", given.schoolId))
      .select(["a.status as accountStatus", "a.cardholderId", "s.active as schoolActive"])
      .select(["s.minimumDonationCents as minimumCents", "b.appSchemes", "b.redirectUris"])
      .select(["b.status as bankStatus", "b.maxDonationCents"])
      .where("b.id", "=", given.bankId),
);
