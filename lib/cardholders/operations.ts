import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { asBoolean, now } from "../database/expressions.ts";
import { run, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";
import { emailKey } from "../text.ts";
import { hasSecondFactor } from "./mfa/sql.ts";

/** Accounts and sessions shown per cardholder. */
const MAX_SHOWN = 100;

/** The cardholder with this email address, with their latest accounts and sessions, or null. Each view is audited. */
export async function findCardholder(scope: SystemScope, email: string) {
  const person = await runForOne(
    kysely
      .selectFrom("cardholder as c")
      .select(["c.id as cardholderId", "c.email", "c.displayName", "c.createdAt"])
      .select((of) => [
        "c.passwordChangedAt",
        asBoolean(of("c.passwordHash", "is not", null)).as("activated"),
        hasSecondFactor(of.ref("c.id")).as("mfaEnabled"),
      ])
      .where("c.emailKey", "=", emailKey(email)),
  );
  if (!person) return null;
  const { cardholderId } = person;
  await transaction((tx) => audit(tx, scope, "cardholder.show", cardholderId));
  const accounts = kysely
    .selectFrom("account as a")
    .innerJoin("bank as b", "b.id", "a.bankId")
    .select(["a.id as serviceUserId", "a.bankId", "b.name as bankName", "a.status", "a.acceptedAt"])
    .select(["a.loyaltyProgramId", "a.linkedAt", "a.lastActiveAt", "a.donationCount"])
    .where("a.cardholderId", "=", cardholderId)
    .orderBy("a.linkedAt", "desc")
    .limit(MAX_SHOWN);
  const sessions = kysely
    .selectFrom("sessionFamily")
    .select(["id as sessionId", "createdAt", "lastUsedAt", "expiresAt", "userAgent"])
    .where("cardholderId", "=", cardholderId)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .orderBy("createdAt", "desc")
    .limit(MAX_SHOWN);
  return { ...person, accounts: await run(accounts), sessions: await run(sessions) };
}
