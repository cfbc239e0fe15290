import * as contract from "#lib/embed/contract.ts";
import { createEmbedToken } from "#lib/embed/mutations.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const POST = bankEndpoint(contract.createEmbedToken, (scope, { body }) =>
  createEmbedToken(scope, body),
);
