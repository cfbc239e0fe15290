/** A bank's donations as a file, read page by page as the client reads, so its size doesn't matter. */
import { decide, requireAllowed } from "../../auth/permissions.ts";
import type { BankApiScope } from "../../auth/scopes.ts";
import { bankReader, everyPage, streamCsv, tableOf } from "../../csv.ts";
import { toDecimalString } from "../../money.ts";
import { readPage } from "../../pagination/pages.ts";
import { NO_COUNT } from "../../pagination/totals.ts";
import { giftNumberOf } from "../gift-number.ts";
import { withAccounts } from "./queries.ts";
import { type DonationConditions, type ListedDonation, listedDonations } from "./sql.ts";

/** Few enough that writing them doesn't hold up other requests. */
const ROWS_PER_PAGE = 500;

const timeOf = (at: Date | null) => at?.toISOString() ?? "";

/** Named as in the API. */
const COLUMNS = tableOf<ListedDonation>({
  donation_id: ({ id }) => id,
  gift_number: ({ id }) => giftNumberOf(id),
  bank_transaction_ref: ({ bankTransactionRef }) => bankTransactionRef,
  status: ({ status }) => status,
  school_id: ({ schoolId }) => schoolId,
  fund_id: ({ fundId }) => fundId ?? "",
  fund_designation: ({ fundDesignation }) => fundDesignation,
  dollar_amount: ({ amountCents }) => toDecimalString(amountCents),
  points_redeemed: ({ pointsRedeemed }) => String(pointsRedeemed),
  channel: ({ channel }) => channel,
  service_user_id: ({ accountId }) => accountId ?? "",
  bank_user_id: ({ bankUserId }) => bankUserId ?? "",
  loyalty_program_id: ({ loyaltyProgramId }) => loyaltyProgramId ?? "",
  school_confirmation_id: ({ platformCreditId }) => platformCreditId ?? "",
  created_at: ({ createdAt }) => timeOf(createdAt),
  completed_at: ({ completedAt }) => timeOf(completedAt),
  failed_at: ({ failedAt }) => timeOf(failedAt),
  failure_reason: ({ failureReason }) => failureReason ?? "",
  flagged: ({ pointsMismatch }) => String(pointsMismatch),
  statement_id: ({ statementId }) => statementId ?? "",
  remitted_on: ({ remittedOn }) => remittedOn ?? "",
  cleared_on: ({ clearedOn }) => clearedOn ?? "",
});

/** All donations that match the filters, newest first. @throws ServiceError FORBIDDEN */
export async function donationsCsv(scope: BankApiScope, filters: DonationConditions) {
  if ("membershipId" in scope) requireAllowed(decide(scope, "donations.export"));
  const conditions = await withAccounts(scope, filters);
  const rows = everyPage((cursor) =>
    readPage({
      list: "bank-donations",
      tenant: scope.bankId,
      filters: { ...conditions, limit: ROWS_PER_PAGE, cursor },
      rows: listedDonations(scope, conditions),
      by: { at: "d.createdAt", id: "d.id" },
      total: NO_COUNT,
      show: (row) => row,
    }),
  );
  const body = await streamCsv(bankReader(scope, "donations.export"), COLUMNS, rows, { bom: true });
  return { body, fileName: "donations.csv" };
}
