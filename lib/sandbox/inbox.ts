/** The demo bank's inbox: receives webhooks as a bank would, and lists them. */
import { Webhook } from "standardwebhooks";
import { db } from "../database/prisma.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, type Transaction, transaction } from "../database/transaction.ts";
import { likeLiteral } from "../text.ts";
import { endpointSecrets } from "../webhooks/signing.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";

/** How many of the latest webhooks are stored. */
const MAX_STORED = 200;

/** Every secret that the demo bank may verify with: two per endpoint during a rotation. */
async function webhookSecrets(): Promise<string[]> {
  const endpoints = await db().webhookEndpoint.findMany({
    where: { bankId: DEMO_BANK_ID, status: { not: "deleted" } },
  });
  return endpoints.flatMap((endpoint) => endpointSecrets.decryptAll(endpoint.id, endpoint));
}

function isSignedWith(secret: string, headers: Record<string, string>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

type NewWebhook = { webhookId: string; verified: boolean; body: string };

/** Stores a webhook once per id; a verified one replaces an unverified one. @returns whether it is new */
async function store(tx: Transaction, sent: NewWebhook): Promise<boolean> {
  // The table has no unique index: a lock serializes concurrent deliveries of one id.
  await advisoryLock(tx, `sandbox_inbox:${sent.webhookId}`);
  const same = kysely.selectFrom("sandboxInbox").where("webhookId", "=", sent.webhookId);
  const prior = await runForOne(same.select(["id", "verified"]), tx);
  if (prior && (prior.verified || !sent.verified)) return false;
  if (prior) await affected(kysely.deleteFrom("sandboxInbox").where("id", "=", prior.id), tx);
  await affected(kysely.insertInto("sandboxInbox").values(sent), tx);
  const newest = kysely.selectFrom("sandboxInbox").select("id").orderBy("id", "desc");
  const excess = newest.limit(1).offset(MAX_STORED);
  await affected(kysely.deleteFrom("sandboxInbox").where("id", "<=", excess), tx);
  return true;
}

/**
 * Stores a webhook sent to the bank, verified or not, if it has an id.
 * @returns whether it is signed with one of the secrets, and whether it is new
 */
export async function receive(secrets: string[], headers: Record<string, string>, body: string) {
  const verified = secrets.some((secret) => isSignedWith(secret, headers, body));
  const webhookId = headers["webhook-id"]?.slice(0, 255);
  if (!webhookId) return { verified, isNew: false };
  const sent = { webhookId, verified, body: body.replaceAll("\0", "\ufffd") };
  return { verified, isNew: await transaction((tx) => store(tx, sent)) };
}

/** Receives a webhook. @returns whether it is signed with one of the bank's secrets */
export async function receiveWebhook(
  headers: Record<string, string>,
  body: string,
): Promise<boolean> {
  return (await receive(await webhookSecrets(), headers, body)).verified;
}

/** The latest webhooks. @param about text that the body must contain, such as a donation's id */
export const listInbox = (limit: number, about?: string) =>
  db().sandboxInbox.findMany({
    ...(about ? { where: { body: { contains: likeLiteral(about) } } } : {}),
    orderBy: { id: "desc" },
    take: limit,
  });

export type ReceivedWebhook = Awaited<ReturnType<typeof listInbox>>[number];
