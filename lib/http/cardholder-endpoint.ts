/** Endpoints for cardholders: authenticates the access token, then applies the rate limit. */
import { cardholderScopeOfToken } from "../auth/tokens/access-tokens.ts";
import { authenticate } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";
import { admitCardholder, enforce } from "./rate-limit.ts";

/** Creates a cardholder route's handler from its contract and one domain call. */
export const cardholderEndpoint = endpointBehind(
  async (request, onAdmission) => {
    const token = request.headers.get("authorization");
    const check = () => cardholderScopeOfToken(token);
    const subjectOf = ({ cardholderId }: { cardholderId: string }) => cardholderId;
    const scope = await authenticate(request, token, onAdmission, check, subjectOf);
    await enforce(admitCardholder(scope.cardholderId), onAdmission);
    return scope;
  },
  ({ cardholderId }) => cardholderId,
);
