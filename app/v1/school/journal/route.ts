import type { SchoolApiScope } from "#lib/auth/scopes.ts";
import * as contract from "#lib/books/journal/contract.ts";
import {
  journalFile,
  readJournalAccounts,
  setJournalAccounts,
} from "#lib/books/journal/journal.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

const sideOf = ({ schoolId }: SchoolApiScope) => ({ kind: "school", schoolId }) as const;

export const GET = schoolEndpoint(
  contract.getSchoolJournal,
  (scope) => readJournalAccounts(sideOf(scope)),
  {
    "text/csv": (scope, { query }) =>
      journalFile({ scope, action: "statements.read" }, sideOf(scope), query),
  },
);

export const PATCH = schoolEndpoint(contract.setSchoolJournalAccounts, (scope, { body }) =>
  setJournalAccounts(scope, sideOf(scope), body),
);
