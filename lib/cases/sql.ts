/** SQL of cases: whose they are, and what each party sees. */
import { type InferResult, sql } from "kysely";
import type { SchoolApiScope, StaffScope } from "../auth/scopes.ts";
import type { TenantName } from "../auth/tenants.ts";
import { kysely } from "../database/tables.ts";
import { IS_NAMED } from "../donations/sql.ts";
import type { CaseKind } from "./contract.ts";

/** Cases `k` of gifts `d`. Only a school is kept from what donors didn't share with it: `schoolWords`. */
const cases = kysely
  .selectFrom("giftCase as k")
  .innerJoin("donation as d", "d.id", "k.donationId")
  .innerJoin("bank as b", "b.id", "k.bankId")
  .innerJoin("school as s", "s.id", "k.schoolId")
  .leftJoin("account as a", "a.id", "d.accountId")
  .leftJoin("fund as f", (join) =>
    join.onRef("f.schoolId", "=", "d.schoolId").onRef("f.fundId", "=", "d.fundId"),
  )
  .select(["k.id", "k.donationId", "k.words", "k.createdAt", "k.endedAt", "k.answer"])
  .select(["d.amountCents", "d.status", "d.bankTransactionRef", "b.name as bankName"])
  .select(["s.name as schoolName", "s.foundationName", "k.cardholderId", "a.bankUserId"])
  .select((of) => of.fn.coalesce("f.name", "d.fundDesignation").as("fund"))
  .select([
    sql<CaseKind>`k.kind`.as("kind"),
    sql<TenantName | null>`k.answered_for`.as("answeredFor"),
    sql<string | null>`case when ${IS_NAMED} then k.words end`.as("schoolWords"),
  ]);

export type CaseRow = InferResult<typeof cases>[number];

/** What a team may see: a bank those of its gifts, a foundation those of gifts to it, the operator all. */
export function casesOf(scope: StaffScope | SchoolApiScope) {
  if (scope.kind === "bank") return cases.where("k.bankId", "=", scope.bankId);
  return scope.kind === "school" ? cases.where("k.schoolId", "=", scope.schoolId) : cases;
}

export const casesOfDonor = (cardholderId: string, donationId: string) =>
  cases.where("k.cardholderId", "=", cardholderId).where("k.donationId", "=", donationId);

/** As the indexes have it. */
export const isOpen = sql<boolean>`(k.ended_at is null)`;
