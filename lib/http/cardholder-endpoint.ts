/** Endpoints for cardholders: authenticates the access token, then applies the rate limit. */
import { cardholderScopeOfToken } from "../auth/tokens/access-tokens.ts";
import { authenticate } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";
import { admitCardholder, countedBy } from "./rate-limit.ts";

/** Makes a cardholder route's handler from its contract and one domain call. */
export const cardholderEndpoint = endpointBehind(
  async (request, tell) => {
    const token = request.headers.get("authorization");
    const check = () => cardholderScopeOfToken(token);
    const subjectOf = ({ cardholderId }: { cardholderId: string }) => cardholderId;
    const scope = await authenticate(request, token, tell, check, subjectOf);
    await countedBy(admitCardholder(scope.cardholderId), tell);
    return scope;
  },
  ({ cardholderId }) => cardholderId,
);
