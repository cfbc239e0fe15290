/** The demo bank's inbox: receives webhooks as a bank would, and lists them. */
import { Webhook } from "standardwebhooks";
import { db } from "../database/prisma.ts";
import { advisoryLock, type Transaction, transaction } from "../database/transaction.ts";
import { likeLiteral } from "../text.ts";
import { endpointSecrets } from "../webhooks/endpoints/secrets.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";
import { deleteAllBut, deleteUnverified, insertReceived } from "./sql.ts";

/** How many are kept, newest first. */
const KEPT = 200;

export type ReceivedWebhook = { id: string; verified: boolean; body: string; receivedAt: Date };

/** Every secret that the demo bank may verify with: two per endpoint during a rotation. */
async function webhookSecrets(): Promise<string[]> {
  const endpoints = await db().webhookEndpoint.findMany({
    where: { bankId: DEMO_BANK_ID, status: { not: "deleted" } },
  });
  return endpoints.flatMap((endpoint) => endpointSecrets.openAll(endpoint.id, endpoint));
}

function isSignedWith(secret: string, headers: Record<string, string>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** Stores a webhook once per id; a verified one replaces an unverified one. @returns whether it is new */
async function store(
  tx: Transaction,
  id: string,
  verified: boolean,
  body: string,
): Promise<boolean> {
  // The table has no unique index: a lock serializes concurrent deliveries of one id.
  await advisoryLock(tx, `sandbox_inbox:${id}`);
  if (verified) await deleteUnverified({ id }, tx);
  const inserted = await insertReceived({ id, verified, body }, tx);
  await deleteAllBut({ kept: KEPT }, tx);
  return inserted.length > 0;
}

export type Received = {
  /** Whether one of the secrets has signed it. */
  verified: boolean;
  /** Whether it is here for the first time. */
  isNew: boolean;
};

/** Stores what is sent to the bank, verified or not, if it has an id. */
export async function receive(
  secrets: string[],
  headers: Record<string, string>,
  body: string,
): Promise<Received> {
  const verified = secrets.some((secret) => isSignedWith(secret, headers, body));
  const id = headers["webhook-id"]?.slice(0, 255);
  const storable = body.replaceAll("\0", "\ufffd");
  const isNew = id ? await transaction((tx) => store(tx, id, verified, storable)) : false;
  return { verified, isNew };
}

/** Receives a webhook. @returns whether one of the bank's secrets has signed it */
export async function receiveWebhook(
  headers: Record<string, string>,
  body: string,
): Promise<boolean> {
  return (await receive(await webhookSecrets(), headers, body)).verified;
}

/** The latest webhooks. @param about text that the body must contain, such as a donation's id */
export async function listInbox(limit: number, about?: string): Promise<ReceivedWebhook[]> {
  const rows = await db().sandboxInbox.findMany({
    ...(about ? { where: { body: { contains: likeLiteral(about) } } } : {}),
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(({ webhookId, verified, body, receivedAt }) => ({
    id: webhookId,
    verified,
    body,
    receivedAt,
  }));
}
