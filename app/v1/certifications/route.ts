import { startCertification } from "#lib/certification/certify.ts";
import * as contract from "#lib/certification/contract.ts";
import { listCertifications } from "#lib/certification/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const POST = bankEndpoint(contract.startCertification, (scope, { body }) =>
  startCertification(scope, body),
);

export const GET = bankEndpoint(contract.listCertifications, (scope, { query }) =>
  listCertifications(scope, query),
);
