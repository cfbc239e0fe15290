/** Sends a bank an authorization request over HTTP. */
import { log } from "../../log.ts";
import { webhookAgents } from "../../webhooks/address.ts";
import { postSigned } from "../../webhooks/signing.ts";
import { authorizationSecrets } from "./address.ts";
import {
  AUTHORIZATION_TIMEOUT_MS,
  type AuthorizationAnswer,
  authorizationAnswer,
  REQUESTED,
  serializeAuthorization,
} from "./contract.ts";
import type { Authorization, AuthorizationAddress } from "./sql.ts";

const MAX_RESPONSE_BYTES = 16 * 1024;
/** Without a valid response, the request is retried once under the same ID. */
const MAX_ATTEMPTS = 2;

async function readBody(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error(`over ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Asks a bank to approve a gift. @returns its response; null without a valid one */
export async function requestApproval(
  authorization: Authorization,
  address: AuthorizationAddress,
): Promise<AuthorizationAnswer | null> {
  const { id, bankId, createdAt } = authorization;
  const body = JSON.stringify({
    type: REQUESTED,
    timestamp: createdAt.toISOString(),
    data: serializeAuthorization(authorization, address.bankUserId),
  });
  const secrets = authorizationSecrets.decryptAll(bankId, address);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      const signed = { url: address.url, id, body, secrets, timeoutMs: AUTHORIZATION_TIMEOUT_MS };
      return await webhookAgents().use(bankId, async (dispatcher) => {
        const response = await postSigned(dispatcher, signed);
        const text = await readBody(response.body);
        if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`);
        return authorizationAnswer.parse(JSON.parse(text));
      });
    } catch (error) {
      // Not its message, which could quote the URL or the response.
      const { code, name } = error as Error & { code?: string };
      const fields = { authorization_id: id, bank_id: bankId, attempt, fault: code ?? name };
      log().warn(fields, "a bank gave no valid response to an authorization request");
    }
  }
  return null;
}
