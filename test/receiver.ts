/** A bank's webhook receiver: real HTTP, real verification, and every request remembered. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { WebhookEvent } from "#client/index.ts";
import { verifyWebhook } from "#client/webhooks.ts";

export type Received = {
  id: string;
  headers: Record<string, string>;
  body: string;
  /** What was verified, or undefined where the signature does not hold; a test is about no donation. */
  payload?: WebhookEvent & { data: { donation_id?: string } };
};

type Answer = { status: number; headers?: Record<string, string>; body?: string };

/**
 * Starts a receiver on loopback.
 * @param answer how the nth request (from 1) is answered; 204 unless told otherwise
 */
export async function startReceiver(answer: (nth: number) => Answer = () => ({ status: 204 })) {
  const received: Received[] = [];
  const settings = { secret: "" };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const headers = request.headers as Record<string, string>;
    const entry: Received = { id: headers["webhook-id"] ?? "", headers, body };
    try {
      entry.payload = verifyWebhook(settings.secret, headers, body);
    } catch {
      // Left without a payload: the test sees that it did not verify.
    }
    received.push(entry);
    const { status, headers: more, body: text } = answer(received.length);
    response.writeHead(status, more).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    received,
    settings,
    url: `http://127.0.0.1:${port}/webhooks`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
