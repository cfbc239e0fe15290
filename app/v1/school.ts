/** What foundations' programs and members call. */
import type { SchoolApiScope } from "#lib/auth/scopes.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import * as batches from "#lib/batches/contract.ts";
import { batchFile, giftsCsv } from "#lib/batches/files.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { getBatch, getGift, listBatches, listGifts } from "#lib/batches/queries.ts";
import * as journal from "#lib/books/journal/contract.ts";
import {
  journalFile,
  readJournalAccounts,
  setJournalAccounts,
} from "#lib/books/journal/journal.ts";
import { recordReceived } from "#lib/books/payments/api.ts";
import * as payments from "#lib/books/payments/contract.ts";
import * as statements from "#lib/books/statements/contract.ts";
import { getRemittance, listRemittances, remittanceFile } from "#lib/books/statements/queries.ts";
import * as overview from "#lib/donations/overview/contract.ts";
import { getSchoolOverview } from "#lib/donations/overview/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";
import * as funds from "#lib/schools/funds/contract.ts";
import { changeFund, createFund } from "#lib/schools/funds/mutations.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";

const sideOf = ({ schoolId }: SchoolApiScope) => ({ kind: "school", schoolId }) as const;

export const schoolOperations = [
  schoolEndpoint(batches.closeSchoolBatch, async (scope, { params }) => {
    await closeBatch(scope, params.batch_id);
    return getBatch(scope, params.batch_id);
  }),
  schoolEndpoint(batches.getSchoolBatch, (scope, { params }) => getBatch(scope, params.batch_id), {
    "text/csv": (scope, { params, query }) => batchFile(scope, params.batch_id, query.format),
  }),
  schoolEndpoint(batches.listSchoolBatches, (scope, { query }) => listBatches(scope, query)),
  schoolEndpoint(batches.confirmGifts, (scope, { query, body }) =>
    confirmGifts(scope, body, query.dry_run),
  ),
  schoolEndpoint(funds.changeFund, (scope, { params, body }) =>
    changeFund(scope, params.fund_id, body),
  ),
  schoolEndpoint(funds.listFunds, (scope) => listFunds(scope)),
  schoolEndpoint(funds.createFund, (scope, { body }) => createFund(scope, body)),
  schoolEndpoint(batches.getSchoolGift, (scope, { params }) => getGift(scope, params.gift)),
  schoolEndpoint(batches.listSchoolGifts, (scope, { query }) => listGifts(scope, query), {
    "text/csv": (scope, { query }) => giftsCsv(scope, query),
  }),
  schoolEndpoint(journal.getSchoolJournal, (scope) => readJournalAccounts(sideOf(scope)), {
    "text/csv": (scope, { query }) =>
      journalFile({ scope, action: "statements.read" }, sideOf(scope), query),
  }),
  schoolEndpoint(journal.setSchoolJournalAccounts, (scope, { body }) =>
    setJournalAccounts(scope, sideOf(scope), body),
  ),
  schoolEndpoint(overview.getSchoolOverview, (scope) => getSchoolOverview(scope)),
  schoolEndpoint(payments.recordReceived, (scope, { body }) => recordReceived(scope, body)),
  schoolEndpoint(
    statements.getRemittance,
    (scope, { params }) => getRemittance(scope, params.statement_id),
    {
      "text/csv": (scope, { params }) => remittanceFile(scope, params.statement_id, "csv"),
      "application/pdf": (scope, { params }) => remittanceFile(scope, params.statement_id, "pdf"),
    },
  ),
  schoolEndpoint(statements.listRemittances, (scope, { query }) => listRemittances(scope, query)),
];
