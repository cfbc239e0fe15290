import * as contract from "#lib/cardholders/profile/contract.ts";
import { listLoyaltyAccounts } from "#lib/cardholders/profile/queries.ts";
import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";
import { wholeList } from "#lib/pagination/pages.ts";

export const GET = cardholderEndpoint(contract.listLoyaltyAccounts, async (scope) =>
  wholeList(await listLoyaltyAccounts(scope)),
);
