/** Endpoints for banks: authenticates the API key, then applies its rate limit. */
import { bankScopeOf } from "../auth/api-keys.ts";
import { lastSubjectOf, rememberOutcome } from "../auth/limits/recent-credentials.ts";
import { addToLogContext } from "../log.ts";
import { countAnonymous } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";
import { admitKey, countedBy } from "./rate-limit.ts";

/** Makes a bank route's handler from its contract and one domain call. */
export const bankEndpoint = endpointBehind(
  async (request, tell) => {
    const key = request.headers.get("x-service-api-key");
    if (!lastSubjectOf(key)) await countAnonymous(tell);
    const scope = await rememberOutcome(
      key,
      () => bankScopeOf(key),
      ({ keyId }) => keyId,
    );
    addToLogContext({ bank_id: scope.bankId });
    await countedBy(admitKey(scope.keyId), tell);
    return scope;
  },
  ({ bankId }) => bankId,
);
