/** Asks a bank over HTTP whether it approves a gift. */
import { type Dispatcher, request } from "undici";
import { log } from "../../log.ts";
import { checkWebhookAddress, webhookAgents } from "../../webhooks/address.ts";
import { signatureHeaders } from "../../webhooks/signature.ts";
import { authorizationSecrets } from "./address.ts";
import {
  ANSWER_WITHIN_MS,
  type AuthorizationAnswer,
  authorizationAnswer,
  REQUESTED,
  serializeAuthorization,
} from "./contract.ts";
import type { Address, Authorization } from "./sql.ts";

const MAX_BYTES = 16 * 1024;
/** If there is no valid answer, the bank is asked once more, under the same ID. */
const ATTEMPTS = 2;

async function readBody(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

type Request = { url: string; headers: Record<string, string>; body: string };

async function send(dispatcher: Dispatcher, { url, headers, body }: Request) {
  const response = await request(checkWebhookAddress(url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "points-to-donation-webhooks/1",
      ...headers,
    },
    body,
    dispatcher,
    // From the DNS lookup to the last byte.
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const text = await readBody(response.body);
  if (response.statusCode !== 200) throw new Error(`the status is ${response.statusCode}`);
  return authorizationAnswer.parse(JSON.parse(text));
}

/** The bank's answer; null if it has given no valid one. */
export async function askBank(
  authorization: Authorization,
  address: Address,
): Promise<AuthorizationAnswer | null> {
  const { id, bankId, createdAt } = authorization;
  const body = JSON.stringify({
    type: REQUESTED,
    timestamp: createdAt.toISOString(),
    data: serializeAuthorization(authorization, address.bankUserId),
  });
  const secrets = authorizationSecrets.decryptAll(bankId, address);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const headers = signatureHeaders(id, body, secrets);
      return await webhookAgents().use(bankId, (dispatcher) =>
        send(dispatcher, { url: address.url, headers, body }),
      );
    } catch (error) {
      // Not its message, which could quote the address or the answer.
      const { code, name } = error as Error & { code?: string };
      const fields = { authorization_id: id, bank_id: bankId, attempt, fault: code ?? name };
      log().warn(fields, "a bank did not answer an authorization");
    }
  }
  return null;
}
