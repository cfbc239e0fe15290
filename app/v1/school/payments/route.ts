import { recordReceived } from "#lib/books/payments/api.ts";
import * as contract from "#lib/books/payments/contract.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const POST = schoolEndpoint(contract.recordReceived, (scope, { body }) =>
  recordReceived(scope, body),
);
