/** The demo bank's inbox, which the sandbox keeps for it, and the secrets that it verifies with. */
import { now } from "../database/expressions.ts";
import { db } from "../database/prisma.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
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
export async function storeWebhook({ body, ...received }: NewWebhook): Promise<boolean> {
  const stored = { ...received, body: body.replaceAll("\0", "\ufffd") };
  const stores = kysely.insertInto("sandboxInbox").values(stored);
  const replaces = stores.onConflict((conflict) =>
    conflict
      .column("webhookId")
      .doUpdateSet(({ ref }) => ({ ...stored, id: ref("excluded.id"), receivedAt: now }))
      .where("sandboxInbox.verified", "<", received.verified),
  );
  const isNew = (await affected(replaces)) > 0;
  const newest = kysely.selectFrom("sandboxInbox").select("id").orderBy("id", "desc");
  const excess = newest.limit(1).offset(MAX_STORED);
  await affected(kysely.deleteFrom("sandboxInbox").where("id", "<=", excess));
  return isNew;
}

/** The latest webhooks. @param about text that the body must contain, such as a donation's ID */
export const listInbox = (limit: number, about = "") =>
  db().sandboxInbox.findMany({
    where: { body: { contains: likeLiteral(about) } },
    orderBy: { id: "desc" },
    take: limit,
  });

export type ReceivedWebhook = Awaited<ReturnType<typeof listInbox>>[number];
