/**
 * A cardholder's consent to a link: the bank's request, what the cardholder is asked, their approval, and the bank's
 * redemption of it.
 */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../auth/audit.ts";
import type { BankScope, CardholderScope } from "../auth/scopes.ts";
import { hashOfSecret, hashOfToken, makeOpaqueToken } from "../auth/tokens/opaque-tokens.ts";
import { mayRedirectTo } from "../banks/redirects.ts";
import { isStopped } from "../banks/status.ts";
import { asBoolean, inSeconds, now } from "../database/expressions.ts";
import { affected, run, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { attributeDonations } from "./acceptance/accept.ts";
import { clearDisconnected, hasRoomForAccount } from "./bank-and-person.ts";
import type { LinkRequest } from "./contract.ts";
import { recordLinked } from "./events.ts";

const HANDLE_PREFIX = "lnk";

/** Ends the account's consent request, if any, and with it every grant, code, and token. */
export async function endLink(tx: Transaction, accountId: string): Promise<void> {
  await affected(kysely.deleteFrom("accountLink").where("accountId", "=", accountId), tx);
}

/**
 * Ends the account's earlier request, and creates a new one if the bank asks for the cardholder's consent.
 * @returns the URL for the cardholder, with a secret handle and no personal data; null without a consent request
 */
export async function renewLink(
  tx: Transaction,
  accountId: string,
  request: LinkRequest,
): Promise<string | null> {
  await endLink(tx, accountId);
  if (request.redirect_uri == null) return null;
  const handle = makeOpaqueToken(HANDLE_PREFIX);
  const link = {
    id: uuidv7(),
    accountId,
    handleHash: hashOfSecret(handle),
    redirectUri: request.redirect_uri,
    state: request.state ?? null,
    nonce: request.nonce ?? null,
    codeChallenge: request.code_challenge ?? null,
    expiresAt: inSeconds(env().consentLifetimeMs / 1_000),
  };
  await affected(kysely.insertInto("accountLink").values(link), tx);
  return `${env().publicBaseUrl}/oauth/link/${handle}`;
}

const links = kysely
  .selectFrom("accountLink as l")
  .innerJoin("account as a", "a.id", "l.accountId")
  .innerJoin("bank as b", "b.id", "a.bankId")
  .leftJoin("loyaltyProgram as p", (join) =>
    join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
  )
  .select(["l.id", "l.accountId", "l.redirectUri", "l.state", "l.nonce", "l.codeChallenge"])
  .select((of) => asBoolean(of("l.redeemedAt", "is not", null)).as("isRedeemed"))
  .select(["a.bankId", "a.bankUserId", "a.email", "a.cardholderId as emailedId"])
  .select("a.loyaltyProgramId")
  .select(["b.name as bankName", "b.redirectUris", "b.appSchemes", "p.name as programName"])
  .select((of) => [
    asBoolean(of("b.status", "=", "active")).as("isBankActive"),
    asBoolean(
      of.and([
        of("l.expiresAt", ">", now),
        of("l.approvedAt", "is", null),
        of("a.status", "=", "pending_oauth"),
      ]),
    ).as("isOpen"),
  ]);

const findLink = (linkId: string, tx?: Transaction) =>
  runForOne(links.where("l.id", "=", linkId), tx);

/** A consent request that can be approved now, if its bank is active. */
export type OpenLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

const openOnly = (link: OpenLink | undefined): OpenLink | null =>
  link?.isOpen && mayRedirectTo(link.redirectUri, link) ? link : null;

/** A handle's open request. Null if it's unknown, expired, replaced, or used: these are indistinguishable. */
export async function findOpenLinkByHandle(handle: string): Promise<OpenLink | null> {
  const hash = hashOfToken(HANDLE_PREFIX, handle);
  return hash && openOnly(await runForOne(links.where("l.handleHash", "=", hash)));
}

export async function findOpenLink(linkId: string, tx?: Transaction): Promise<OpenLink | null> {
  return openOnly(await findLink(linkId, tx));
}

/** A request's bank, whether or not the request is open, and whether the bank has redeemed the code. */
export async function findBankOfLink(linkId: string) {
  const link = await findLink(linkId);
  return link ? { bankName: link.bankName, isRedeemed: link.isRedeemed } : null;
}

/**
 * Approves a request once, on behalf of the person who is signed in.
 * @returns "ended" if it was no longer open; "too many" if they have too many accounts at this bank
 */
export async function approveLink(
  scope: CardholderScope,
  link: OpenLink,
  tx: Transaction,
): Promise<"approved" | "ended" | "too many"> {
  const { bankId, bankUserId } = link;
  const { cardholderId } = scope;
  if (!(await hasRoomForAccount(tx, { bankId, cardholderId }, bankUserId))) return "too many";
  const approval = kysely
    .updateTable("accountLink as l")
    .from("account as a")
    .innerJoin("bank as b", "b.id", "a.bankId")
    .set({ cardholderId, approvedAt: now })
    .where("l.id", "=", link.id)
    .where("l.approvedAt", "is", null)
    .where("l.expiresAt", ">", now)
    .whereRef("a.id", "=", "l.accountId")
    .where("a.status", "=", "pending_oauth")
    .where("b.status", "=", "active")
    .returning("l.accountId");
  const approved = await runForOne(approval, tx);
  if (!approved) return "ended";
  await audit(tx, { ...scope, bankId }, "account.consent", approved.accountId);
  return "approved";
}

/**
 * Activates an approved request's account for the person who approved it, and notifies the bank.
 * @returns false if it was already redeemed, or the account was linked again or unlinked
 * @throws ServiceError BANK_SUSPENDED
 */
export async function redeemLink(
  scope: BankScope,
  linkId: string,
  tx: Transaction,
): Promise<boolean> {
  const request = kysely
    .selectFrom("accountLink as l")
    .innerJoin("account as a", "a.id", "l.accountId")
    .innerJoin("bank as b", "b.id", "a.bankId")
    .select(["l.accountId", "l.cardholderId", "a.bankUserId", "b.status as bankStatus"])
    .where("l.id", "=", linkId)
    .where("a.bankId", "=", scope.bankId)
    .where("l.redeemedAt", "is", null)
    .where("l.cardholderId", "is not", null)
    // Blocks a concurrent suspension of the bank until this commits.
    .forShare("b")
    .$narrowType<{ cardholderId: string }>();
  const approved = await runForOne(request, tx);
  if (!approved) return false;
  if (isStopped(approved.bankStatus)) throw new ServiceError("BANK_SUSPENDED");
  const { accountId, cardholderId, bankUserId } = approved;
  const pair = { bankId: scope.bankId, cardholderId };
  if (!(await hasRoomForAccount(tx, pair, bankUserId))) return false;
  const account = await activate(tx, { linkId, accountId, cardholderId });
  if (!account) return false;
  await audit(tx, scope, "account.link", accountId, { withConsent: true });
  await clearDisconnected(tx, pair);
  await attributeDonations(tx, cardholderId);
  await recordLinked(tx, account);
  return true;
}

/**
 * Activates a request's account. Every transaction locks the account, then its request, then its grants, codes, and
 * tokens, so that no two deadlock.
 * @returns undefined if the request was already redeemed, or the account was linked again or unlinked
 */
async function activate(
  tx: Transaction,
  { linkId, accountId, cardholderId }: { linkId: string; accountId: string; cardholderId: string },
) {
  const lock = kysely.selectFrom("account").select("id").where("id", "=", accountId).forUpdate();
  await run(lock, tx);
  const redemption = kysely
    .updateTable("accountLink")
    .set({ redeemedAt: now })
    .where("id", "=", linkId)
    .where("redeemedAt", "is", null)
    .returning("id");
  if (!(await runForOne(redemption, tx))) return undefined;
  const activation = kysely
    .updateTable("account")
    .set({ status: "active", cardholderId, linkedAt: now, lastActiveAt: now, acceptedAt: now })
    .where("id", "=", accountId)
    .where("status", "=", "pending_oauth")
    .returningAll();
  return runForOne(activation, tx);
}

/** Locks a request, before its grants, codes, and tokens are changed. @returns undefined if it has ended */
export const lockLink = (tx: Transaction, linkId: string) =>
  runForOne(
    kysely.selectFrom("accountLink").select("redeemedAt").where("id", "=", linkId).forNoKeyUpdate(),
    tx,
  );

/** Masks an email address so that only its owner recognizes it: `j•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [userInitial = ""] = email;
  const domain = email.slice(at + 1);
  const [domainInitial = ""] = domain;
  return `${userInitial}•••@${domainInitial}•••${domain.slice(domain.lastIndexOf("."))}`;
}
