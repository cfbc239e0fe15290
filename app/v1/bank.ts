/** What banks' programs call with an API key, in the order of their paths. */
import { sampleOf } from "#app/openapi.json/samples.ts";
import * as accounts from "#lib/accounts/contract.ts";
import { changeAccount, linkAccount } from "#lib/accounts/mutations.ts";
import { getAccount, listAccounts } from "#lib/accounts/queries.ts";
import type { BankScope } from "#lib/auth/scopes.ts";
import * as refused from "#lib/banks/refused/contract.ts";
import { listRefusedRequests } from "#lib/banks/refused/queries.ts";
import * as journal from "#lib/books/journal/contract.ts";
import {
  journalFile,
  readJournalAccounts,
  setJournalAccounts,
} from "#lib/books/journal/journal.ts";
import { recordSent } from "#lib/books/payments/api.ts";
import * as payments from "#lib/books/payments/contract.ts";
import * as statements from "#lib/books/statements/contract.ts";
import { getStatement, listStatements, statementFile } from "#lib/books/statements/queries.ts";
import { startCertification } from "#lib/certification/certify.ts";
import * as certification from "#lib/certification/contract.ts";
import { getCertification, listCertifications } from "#lib/certification/queries.ts";
import { createComparison } from "#lib/comparisons/compare.ts";
import * as comparisons from "#lib/comparisons/contract.ts";
import { listDifferences } from "#lib/comparisons/queries.ts";
import * as corrections from "#lib/corrections/contract.ts";
import { recordPointsReturned } from "#lib/corrections/decisions.ts";
import {
  getCorrection,
  listCorrections,
  listDonationCorrections,
} from "#lib/corrections/queries.ts";
import { requestByApi } from "#lib/corrections/request.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import * as donations from "#lib/donations/contract.ts";
import { getDonation, listDonations } from "#lib/donations/history/queries.ts";
import { holdOwnDonation, releaseOwnDonation, unlinkAndHold } from "#lib/donations/operations.ts";
import * as embed from "#lib/embed/contract.ts";
import { createEmbedToken } from "#lib/embed/mutations.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as reconciliation from "#lib/reconciliation/contract.ts";
import { getReconciliation, reconciliationCsv } from "#lib/reconciliation/queries.ts";
import * as sandbox from "#lib/sandbox/contract.ts";
import { advanceDonation, closeStatement } from "#lib/sandbox/time.ts";
import * as schools from "#lib/schools/contract.ts";
import { getSchool, listSchools } from "#lib/schools/queries.ts";
import * as deliveries from "#lib/webhooks/delivery/contract.ts";
import { listDeliveries } from "#lib/webhooks/delivery/queries.ts";
import * as endpoints from "#lib/webhooks/endpoints/contract.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  rotateSecret,
  sendTestEvent,
} from "#lib/webhooks/endpoints/mutations.ts";
import { getEndpoint, listEndpoints } from "#lib/webhooks/endpoints/queries.ts";
import * as events from "#lib/webhooks/events/contract.ts";
import { getEvent, listEvents } from "#lib/webhooks/events/queries.ts";
import * as replays from "#lib/webhooks/replay/contract.ts";
import { replayEvent, startReplay } from "#lib/webhooks/replay/mutations.ts";
import { getReplay } from "#lib/webhooks/replay/queries.ts";

const sideOf = ({ bankId }: BankScope) => ({ kind: "bank", bankId }) as const;

export const bankOperations = [
  bankEndpoint(accounts.getAccount, (scope, { params }) =>
    getAccount(scope, params.service_user_id),
  ),
  bankEndpoint(accounts.changeAccount, (scope, { params, body }) =>
    changeAccount(scope, params.service_user_id, body),
  ),
  bankEndpoint(accounts.unlinkAccount, (scope, { params, body }) =>
    unlinkAndHold(scope, params.service_user_id, body),
  ),
  bankEndpoint(accounts.linkAccount, (scope, { body }) => linkAccount(scope, body)),
  bankEndpoint(accounts.listAccounts, (scope, { query }) => listAccounts(scope, query)),
  bankEndpoint(certification.startCertification, (scope, { body }) =>
    startCertification(scope, body),
  ),
  bankEndpoint(certification.listCertifications, (scope, { query }) =>
    listCertifications(scope, query),
  ),
  bankEndpoint(certification.getCertification, (scope, { params }) =>
    getCertification(scope, params.certification_id),
  ),
  bankEndpoint(comparisons.listDifferences, (scope, { params, query }) =>
    listDifferences(scope, params.comparison_id, query),
  ),
  bankEndpoint(sandbox.advanceDonation, (scope, { params }) =>
    advanceDonation(scope, params.donation_id),
  ),
  bankEndpoint(sandbox.closeStatement, (scope) => closeStatement(scope)),
  bankEndpoint(comparisons.createComparison, (scope, { query, body }) =>
    createComparison(scope, query, body.csv),
  ),
  bankEndpoint(corrections.listCorrections, (scope, { query }) => listCorrections(scope, query)),
  bankEndpoint(corrections.recordPointsReturned, (scope, { params, body }) =>
    recordPointsReturned(scope, params.donation_id, params.correction_id, body),
  ),
  bankEndpoint(corrections.getCorrection, (scope, { params }) =>
    getCorrection(scope, params.donation_id, params.correction_id),
  ),
  bankEndpoint(corrections.listDonationCorrections, (scope, { params }) =>
    listDonationCorrections(scope, params.donation_id),
  ),
  bankEndpoint(corrections.requestCorrection, (scope, { params, query, body }) =>
    requestByApi(scope, params.donation_id, body, query.dry_run),
  ),
  bankEndpoint(donations.holdDonation, (scope, { params, body }) =>
    holdOwnDonation(scope, params.donation_id, body),
  ),
  bankEndpoint(donations.releaseDonation, (scope, { params }) =>
    releaseOwnDonation(scope, params.donation_id),
  ),
  bankEndpoint(donations.getDonation, (scope, { params }) =>
    getDonation(scope, params.donation_id),
  ),
  bankEndpoint(donations.requestDonation, (scope, { body }) => requestDonation(scope, body)),
  bankEndpoint(donations.listDonations, (scope, { query }) => listDonations(scope, query)),
  bankEndpoint(embed.createEmbedToken, (scope, { body }) => createEmbedToken(scope, body)),
  bankEndpoint(replays.getReplay, (scope, { params }) => getReplay(scope, params.replay_id)),
  bankEndpoint(events.replayEvent, (scope, { params, body }) =>
    replayEvent(scope, params.event_id, body.endpoint_id),
  ),
  bankEndpoint(events.getEvent, (scope, { params }) => getEvent(scope, params.event_id)),
  bankEndpoint(replays.replayEvents, (scope, { body }) => startReplay(scope, body)),
  bankEndpoint(events.listEvents, (scope, { query }) => listEvents(scope, query)),
  bankEndpoint(journal.getJournal, (scope) => readJournalAccounts(sideOf(scope)), {
    "text/csv": (scope, { query }) => journalFile({ scope, action: null }, sideOf(scope), query),
  }),
  bankEndpoint(journal.setJournalAccounts, (scope, { body }) =>
    setJournalAccounts(scope, sideOf(scope), body),
  ),
  bankEndpoint(payments.recordSent, (scope, { body }) => recordSent(scope, body)),
  bankEndpoint(refused.listRefusedRequests, (scope, { query }) =>
    listRefusedRequests(scope, query),
  ),
  bankEndpoint(
    reconciliation.getReconciliation,
    (scope, { query }) => getReconciliation(scope, query),
    { "text/csv": (scope, { query }) => reconciliationCsv(scope, query) },
  ),
  bankEndpoint(schools.getSchool, (_scope, { params }) => getSchool(params.school_id)),
  bankEndpoint(schools.listSchools, (_scope, { query }) => listSchools(query)),
  bankEndpoint(
    statements.getBankStatement,
    (scope, { params }) => getStatement(scope, params.statement_id),
    {
      "text/csv": (scope, { params }) => statementFile(scope, params.statement_id, "csv"),
      "application/pdf": (scope, { params }) => statementFile(scope, params.statement_id, "pdf"),
    },
  ),
  bankEndpoint(statements.listStatements, (scope, { query }) => listStatements(scope, query)),
  bankEndpoint(deliveries.listDeliveries, (scope, { params, query }) =>
    listDeliveries(scope, { ...query, ...params }),
  ),
  bankEndpoint(endpoints.rotateSecret, (scope, { params }) =>
    rotateSecret(scope, params.endpoint_id),
  ),
  bankEndpoint(endpoints.getEndpoint, (scope, { params }) =>
    getEndpoint(scope, params.endpoint_id),
  ),
  bankEndpoint(endpoints.changeEndpoint, (scope, { params, body }) =>
    changeEndpoint(scope, params.endpoint_id, body),
  ),
  bankEndpoint(endpoints.deleteEndpoint, (scope, { params }) =>
    deleteEndpoint(scope, params.endpoint_id),
  ),
  bankEndpoint(endpoints.testEndpoint, (scope, { params, body: { type } }) =>
    sendTestEvent(scope, params.endpoint_id, type, sampleOf(type)),
  ),
  bankEndpoint(endpoints.addEndpoint, (scope, { body, headers }) =>
    addEndpoint(scope, body, headers["Idempotency-Key"]),
  ),
  bankEndpoint(endpoints.listEndpoints, (scope, { query }) => listEndpoints(scope, query)),
];
