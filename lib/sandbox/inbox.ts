/** The demo bank's inbox, which the sandbox keeps for it, and the secrets that it verifies with. */
import { db } from "../database/prisma.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, transaction } from "../database/transaction.ts";
import { authorizationSecrets } from "../donations/authorize/address.ts";
import { likeLiteral } from "../text.ts";
import { endpointSecrets } from "../webhooks/signing.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";

/** How many of the latest webhooks are stored. */
const MAX_STORED = 200;

/** The secrets of all endpoints of the demo bank: two of each during a rotation. */
export async function readWebhookSecrets(): Promise<string[]> {
  const where = { bankId: DEMO_BANK_ID, status: { not: "deleted" } };
  const endpoints = await db().webhookEndpoint.findMany({ where });
  return endpoints.flatMap((endpoint) => endpointSecrets.decryptAll(endpoint.id, endpoint));
}

/** The secrets of the demo bank's authorization address: none without one, two during a rotation. */
export async function readAuthorizationSecrets(): Promise<string[]> {
  const where = { bankId: DEMO_BANK_ID };
  const address = await db().authorizationAddress.findUnique({ where });
  return address ? authorizationSecrets.decryptAll(DEMO_BANK_ID, address) : [];
}

type NewWebhook = { webhookId: string; verified: boolean; body: string };

/** Stores a webhook once per ID; a verified one replaces an unverified one. @returns whether it is new */
export const storeWebhook = ({ webhookId, verified, body }: NewWebhook): Promise<boolean> =>
  transaction(async (tx) => {
    // The table has no unique index: a lock serializes concurrent deliveries of one ID.
    await advisoryLock(tx, `sandbox_inbox:${webhookId}`);
    const same = kysely.selectFrom("sandboxInbox").where("webhookId", "=", webhookId);
    const prior = await runForOne(same.select(["id", "verified"]), tx);
    if (prior && (prior.verified || !verified)) return false;
    if (prior) await affected(kysely.deleteFrom("sandboxInbox").where("id", "=", prior.id), tx);
    const stored = { webhookId, verified, body: body.replaceAll("\0", "\ufffd") };
    await affected(kysely.insertInto("sandboxInbox").values(stored), tx);
    const newest = kysely.selectFrom("sandboxInbox").select("id").orderBy("id", "desc");
    const excess = newest.limit(1).offset(MAX_STORED);
    await affected(kysely.deleteFrom("sandboxInbox").where("id", "<=", excess), tx);
    return true;
  });

/** The latest webhooks. @param about text that the body must contain, such as a donation's ID */
export const listInbox = (limit: number, about = "") =>
  db().sandboxInbox.findMany({
    where: { body: { contains: likeLiteral(about) } },
    orderBy: { id: "desc" },
    take: limit,
  });

export type ReceivedWebhook = Awaited<ReturnType<typeof listInbox>>[number];
