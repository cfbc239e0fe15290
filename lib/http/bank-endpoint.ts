/** Endpoints for banks: authenticates the API key, then applies its limits. */
import { bankScopeOf, includes } from "../auth/api-keys.ts";
import { keyAt } from "../auth/limits/recent-credentials.ts";
import type { BankScope } from "../auth/scopes.ts";
import { ServiceError } from "../errors.ts";
import { addToLogContext } from "../log.ts";
import { pressureRefusal } from "../storage/pressure.ts";
import { recordRefusal } from "../storage/refusals.ts";
import { storageRefusal } from "../storage/usage.ts";
import { authenticate, callerOf } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";
import { admitKey, delayRefusal, enforce } from "./rate-limit.ts";
import { requestIdFor } from "./request-context.ts";

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

const record = (
  { bankId, keyId }: BankScope,
  about: { operation: string; requestId: string },
  why: unknown,
) => recordRefusal({ bankId, keyId, ...about }, why);

/** Creates a bank route's handler from its contract and one domain call. */
export const bankEndpoint = endpointBehind(
  async (request, onAdmission, contract) => {
    const key = request.headers.get("x-service-api-key");
    const { address } = callerOf(request.headers);
    const scope = await authenticate(
      request,
      keyAt(key, address),
      onAdmission,
      () => bankScopeOf(key, address),
      ({ keyId }) => keyId,
    );
    addToLogContext({ bank_id: scope.bankId });
    await enforce(admitKey(scope.keyId), onAdmission);
    if (!includes(scope, contract)) {
      const refusal = new ServiceError("API_KEY_SCOPE");
      record(scope, { operation: contract.id, requestId: requestIdFor(request) }, refusal);
      throw refusal;
    }
    await requireStorage(request, scope.bankId);
    return scope;
  },
  ({ bankId }) => bankId,
  // Whoever may only read stores nothing by reading.
  (scope, about, why) => scope.keyScope !== "read" && record(scope, about, why),
);
