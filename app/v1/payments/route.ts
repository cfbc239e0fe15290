import { recordSent } from "#lib/books/payments/api.ts";
import * as contract from "#lib/books/payments/contract.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const POST = bankEndpoint(contract.recordSent, (scope, { body }) => recordSent(scope, body));
