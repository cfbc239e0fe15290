/** What the service sends to the bank: webhooks, and requests to authorize a gift. */
import { verifyWebhook, type WebhookEvent } from "#client/index.ts";

const MAX_BODY_BYTES = 64 * 1024;

export type Receiver = {
  /** The secrets that the sender may have signed with: two during a rotation. */
  secrets: string[];
  /** Stores a request, verified or not, once per ID. @returns whether it is new */
  store(received: { webhookId: string; verified: boolean; body: string }): Promise<boolean>;
};

/** The body of a request; null if it's too large. */
async function readBody(request: Request): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function eventIn(secrets: string[], headers: Headers, body: Uint8Array): WebhookEvent | null {
  try {
    return verifyWebhook(secrets, headers, body);
  } catch {
    return null;
  }
}

/**
 * Receives a signed request and stores it: 413 above 64 KiB, 401 if it isn't signed with one of the secrets.
 * @param answer answers a verified one; `isNew` is false if it was received before
 */
export async function receive(
  request: Request,
  { secrets, store }: Receiver,
  answer: (event: WebhookEvent, isNew: boolean) => Promise<Response>,
): Promise<Response> {
  const body = await readBody(request);
  if (body === null) return new Response(null, { status: 413 });
  const event = eventIn(secrets, request.headers, body);
  const webhookId = request.headers.get("webhook-id")?.slice(0, 255);
  const isNew = webhookId
    ? await store({ webhookId, verified: event !== null, body: body.toString() })
    : false;
  if (event) return answer(event, isNew);
  const headers = { "WWW-Authenticate": 'WebhookSignature realm="sandbox"' };
  return new Response(null, { status: 401, headers });
}
