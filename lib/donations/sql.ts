/** The select lists of donations as banks and givers see them. */
import { jsonBuildObject } from "kysely/helpers/postgres";
import { kysely } from "../database/tables.ts";

/** Donations `d`, each with its credit `c`, with all that `serializeDonation` reads. */
export const shownDonations = kysely
  .selectFrom("donation as d")
  .leftJoin("credit as c", "c.donationId", "d.id")
  .select([
    ...(["d.id", "d.bankId", "d.accountId", "d.schoolId", "d.fundId"] as const),
    ...(["d.fundDesignation", "d.amountCents", "d.pointsRedeemed", "d.pointsPerDollar"] as const),
    ...(["d.bankTransactionRef", "d.channel", "d.loyaltyProgramId"] as const),
    ...(["d.cardholderMessage", "d.metadata", "d.recurring", "d.recurrenceCadence"] as const),
    ...(["d.status", "d.failureReason", "d.sequence", "d.createdAt"] as const),
    ...(["d.estimatedConfirmationAt", "d.completedAt", "d.failedAt"] as const),
  ])
  .select(({ ref }) =>
    jsonBuildObject({
      platformCreditId: ref("c.platformCreditId"),
      platformStatus: ref("c.platformStatus"),
    }).as("credit"),
  );

/** The same with the names that `serializeOwnDonation` reads. */
export const ownDonations = shownDonations
  .innerJoin("school as s", "s.id", "d.schoolId")
  .leftJoin("fund as f", (join) =>
    join.onRef("f.schoolId", "=", "d.schoolId").onRef("f.fundId", "=", "d.fundId"),
  )
  .select(["s.name as schoolName", "f.name as fundName"]);
