/** Sends a bank an authorization request over HTTP. */
import { v7 as uuidv7 } from "uuid";
import { AttemptLimiter } from "../../auth/limits/attempt-limiter.ts";
import type { BankApiScope } from "../../auth/scopes.ts";
import { tooManyAttempts } from "../../errors.ts";
import { log } from "../../log.ts";
import { webhookAgents } from "../../webhooks/address.ts";
import { postSigned, readBody } from "../../webhooks/signing.ts";
import { authorizationSecrets, findOwnAddress } from "./address.ts";
import {
  AUTHORIZATION_TIMEOUT_MS,
  type AuthorizationAnswer,
  authorizationAnswer,
  EXAMPLE,
  REQUESTED,
  serializeAuthorization,
} from "./contract.ts";
import type { Authorization, AuthorizationAddress } from "./sql.ts";

const MAX_RESPONSE_BYTES = 16 * 1024;
/** Without a valid response, the request is retried once under the same ID. */
const MAX_ATTEMPTS = 2;

type Asked = { bankId: string; id: string; data: object };

/** Asks once. @throws if there is no valid response in time */
async function askOnce(
  address: Omit<AuthorizationAddress, "bankUserId">,
  { bankId, id, data }: Asked,
): Promise<AuthorizationAnswer> {
  const secrets = authorizationSecrets.decryptAll(bankId, address);
  const timestamp = new Date().toISOString();
  const body = JSON.stringify({ type: REQUESTED, timestamp, ...data });
  const signed = { url: address.url, id, body, secrets, timeoutMs: AUTHORIZATION_TIMEOUT_MS };
  return webhookAgents().use(bankId, async (dispatcher) => {
    const response = await postSigned(dispatcher, signed);
    const text = await readBody(response.body, MAX_RESPONSE_BYTES);
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`);
    return authorizationAnswer.parse(JSON.parse(text));
  });
}

/** Asks a bank to approve a gift. @returns its response; null without a valid one */
export async function requestApproval(
  authorization: Authorization,
  address: AuthorizationAddress,
): Promise<AuthorizationAnswer | null> {
  const { id, bankId, createdAt } = authorization;
  const timestamp = createdAt.toISOString();
  const data = { timestamp, data: serializeAuthorization(authorization, address.bankUserId) };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await askOnce(address, { bankId, id, data });
    } catch (error) {
      // Not its message, which could quote the URL or the response.
      const { code, name } = error as Error & { code?: string };
      const fields = { authorization_id: id, bank_id: bankId, attempt, fault: code ?? name };
      log().warn(fields, "a bank gave no valid response to an authorization request");
    }
  }
  return null;
}

/** Tests allowed per bank, across all processes. */
const TESTS = new AttemptLimiter({ name: "authorization-test", points: 20, seconds: 600 });

type TestResult = { outcome: AuthorizationAnswer["decision"] | "slow" | "broken"; ms: number };

/**
 * Asks a bank to approve a sample, marked as a test.
 * @returns undefined if it has no address
 * @throws ServiceError RATE_LIMITED
 */
export async function testAuthorizationAddress({
  bankId,
}: BankApiScope): Promise<TestResult | undefined> {
  const address = await findOwnAddress(bankId);
  if (!address) return undefined;
  const refusal = await TESTS.consume(bankId);
  if (refusal) throw tooManyAttempts(refusal);
  const startedAt = performance.now();
  const id = uuidv7();
  const data = { data: { ...EXAMPLE, authorization_id: id, test: true } };
  const answer = await askOnce(address, { bankId, id, data }).catch(() => null);
  const ms = Math.round(performance.now() - startedAt);
  const fault = ms >= AUTHORIZATION_TIMEOUT_MS ? "slow" : "broken";
  return { outcome: answer?.decision ?? fault, ms };
}
