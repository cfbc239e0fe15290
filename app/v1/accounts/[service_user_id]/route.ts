import * as contract from "#lib/accounts/contract.ts";
import { unlinkAccount } from "#lib/accounts/mutations.ts";
import { getAccount } from "#lib/accounts/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.getAccount, (scope, { params }) =>
  getAccount(scope, params.service_user_id),
);

export const DELETE = bankEndpoint(contract.unlinkAccount, (scope, { params, body }) =>
  unlinkAccount(scope, params.service_user_id, body),
);
