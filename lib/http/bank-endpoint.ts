/** Endpoints for banks: authenticates the API key, then applies its limits. */
import { bankScopeOf } from "../auth/api-keys.ts";
import { pressureRefusal } from "../auth/storage/pressure.ts";
import { storageRefusal } from "../auth/storage/usage.ts";
import { addToLogContext } from "../log.ts";
import { authenticate } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";
import { admitKey, countedBy, delayRefusal } from "./rate-limit.ts";

/** Requests that store nothing, or end something. */
const STORES_NOTHING = new Set(["GET", "HEAD", "DELETE"]);

/** @throws ServiceError RATE_LIMITED if the bank has stored as much as it may today, SERVICE_UNAVAILABLE for want of room */
async function requireRoom({ method }: Request, bankId: string): Promise<void> {
  if (STORES_NOTHING.has(method)) return;
  const refusal = storageRefusal(bankId) ?? pressureRefusal(bankId);
  if (!refusal) return;
  await delayRefusal();
  throw refusal;
}

/** Makes a bank route's handler from its contract and one domain call. */
export const bankEndpoint = endpointBehind(
  async (request, tell) => {
    const key = request.headers.get("x-service-api-key");
    const scope = await authenticate(
      request,
      key,
      tell,
      () => bankScopeOf(key),
      ({ keyId }) => keyId,
    );
    addToLogContext({ bank_id: scope.bankId });
    await countedBy(admitKey(scope.keyId), tell);
    await requireRoom(request, scope.bankId);
    return scope;
  },
  ({ bankId }) => bankId,
);
