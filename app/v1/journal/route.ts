import type { BankScope } from "#lib/auth/scopes.ts";
import * as contract from "#lib/books/journal/contract.ts";
import {
  journalFile,
  readJournalAccounts,
  setJournalAccounts,
} from "#lib/books/journal/journal.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

const sideOf = ({ bankId }: BankScope) => ({ kind: "bank", bankId }) as const;

export const GET = bankEndpoint(
  contract.getJournal,
  (scope) => readJournalAccounts(sideOf(scope)),
  { "text/csv": (scope, { query }) => journalFile({ scope, action: null }, sideOf(scope), query) },
);

export const PATCH = bankEndpoint(contract.setJournalAccounts, (scope, { body }) =>
  setJournalAccounts(scope, sideOf(scope), body),
);
