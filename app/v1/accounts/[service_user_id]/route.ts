import * as contract from "#lib/accounts/contract.ts";
import { changeAccount } from "#lib/accounts/mutations.ts";
import { getAccount } from "#lib/accounts/queries.ts";
import { unlinkAndHold } from "#lib/donations/operations.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.getAccount, (scope, { params }) =>
  getAccount(scope, params.service_user_id),
);

export const PATCH = bankEndpoint(contract.changeAccount, (scope, { params, body }) =>
  changeAccount(scope, params.service_user_id, body),
);

export const DELETE = bankEndpoint(contract.unlinkAccount, (scope, { params, body }) =>
  unlinkAndHold(scope, params.service_user_id, body),
);
