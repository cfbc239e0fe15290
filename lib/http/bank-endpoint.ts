/** Endpoints for banks: authenticates the API key, then applies its limits. */
import { bankScopeOf } from "../auth/api-keys.ts";
import { addToLogContext } from "../log.ts";
import { pressureRefusal } from "../storage/pressure.ts";
import { recordRefusal } from "../storage/refusals.ts";
import { storageRefusal } from "../storage/usage.ts";
import { authenticate, callerOf } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";
import { admitKey, delayRefusal, enforce } from "./rate-limit.ts";

/** Methods that store nothing, or delete. */
const STORELESS_METHODS = new Set(["GET", "HEAD", "DELETE"]);

/** @throws ServiceError RATE_LIMITED at the bank's daily storage limit, SERVICE_UNAVAILABLE if storage is nearly full */
async function requireStorage({ method }: Request, bankId: string): Promise<void> {
  if (STORELESS_METHODS.has(method)) return;
  const refusal = storageRefusal(bankId) ?? pressureRefusal(bankId);
  if (!refusal) return;
  await delayRefusal();
  throw refusal;
}

/** Creates a bank route's handler from its contract and one domain call. */
export const bankEndpoint = endpointBehind(
  async (request, onAdmission, operation) => {
    const key = request.headers.get("x-service-api-key");
    const scope = await authenticate(
      request,
      key,
      onAdmission,
      () => bankScopeOf(key, callerOf(request.headers).address, operation),
      ({ keyId }) => keyId,
    );
    addToLogContext({ bank_id: scope.bankId });
    await enforce(admitKey(scope.keyId), onAdmission);
    await requireStorage(request, scope.bankId);
    return scope;
  },
  ({ bankId }) => bankId,
  ({ bankId, keyId }, about, why) => recordRefusal({ bankId, keyId, ...about }, why),
);
