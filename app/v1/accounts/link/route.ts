import * as contract from "#lib/accounts/contract.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const POST = bankEndpoint(contract.linkAccount, (scope, { body }) =>
  linkAccount(scope, body),
);
