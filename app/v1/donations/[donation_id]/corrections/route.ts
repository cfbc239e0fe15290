import * as contract from "#lib/corrections/contract.ts";
import { listDonationCorrections } from "#lib/corrections/queries.ts";
import { requestByApi } from "#lib/corrections/request.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.listDonationCorrections, (scope, { params }) =>
  listDonationCorrections(scope, params.donation_id),
);

export const POST = bankEndpoint(contract.requestCorrection, (scope, { params, query, body }) =>
  requestByApi(scope, params.donation_id, body, query.dry_run),
);
