/** Relinks an account to another cardholder. */
import { randomUUID } from "node:crypto";
import { linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { signAccessToken } from "#lib/auth/tokens/access-tokens.ts";
import { db } from "#lib/database/prisma.ts";
import { acceptLink, type Cardholder, linkBody } from "./factories.ts";
import { openSession } from "./open-session.ts";

/** Unlinks a cardholder's account and links it with another email address. @returns its new cardholder */
export async function relink({ bank, accountId }: Cardholder): Promise<Cardholder> {
  const { bankUserId } = await db().account.findUniqueOrThrow({ where: { id: accountId } });
  await unlinkAccount(bank.scope, accountId, {});
  const email = `bob.${randomUUID().slice(0, 8)}@example.com`;
  const request = { ...linkBody(), bank_user_id: bankUserId, email, display_name: "Bob Later" };
  await linkAccount(bank.scope, request);
  const { cardholderId } = await acceptLink(accountId);
  const scope = await openSession(cardholderId);
  return { bank, accountId, cardholderId, email, scope, token: await signAccessToken(scope) };
}
