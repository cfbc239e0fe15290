/**
 * A cardholder's consent to a link: the bank's request for it, what they are asked, their approval, and its redemption
 * by the bank.
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
import { forgetDisconnected, hasRoomForAccount } from "./bank-and-person.ts";
import type { LinkRequest } from "./contract.ts";
import { recordLinked } from "./events.ts";

const HANDLE_PREFIX = "lnk";

/** Ends the account's request, if any, with every grant, code, and token that came of it. */
export async function endLink(tx: Transaction, accountId: string): Promise<void> {
  await affected(kysely.deleteFrom("accountLink").where("accountId", "=", accountId), tx);
}

/**
 * Ends the account's earlier request, and makes a new one if the bank wants the cardholder's consent.
 * @returns the URL to send the cardholder to, with a secret handle and no personal data; null if no consent is wanted
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

/** Requests for consent, with their account and bank. */
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

/** A request for consent that can be approved now, if its bank is active. */
export type OpenLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

const openOnly = (link: OpenLink | undefined): OpenLink | null =>
  link?.isOpen && mayRedirectTo(link.redirectUri, link) ? link : null;

/** The open request of a handle. Null if there is none: unknown, expired, replaced, and used ones are alike. */
export async function openLinkOf(handle: string): Promise<OpenLink | null> {
  const hash = hashOfToken(HANDLE_PREFIX, handle);
  return hash && openOnly(await runForOne(links.where("l.handleHash", "=", hash)));
}

/** The open request with this ID, or null. */
export async function openLink(linkId: string, tx?: Transaction): Promise<OpenLink | null> {
  return openOnly(await findLink(linkId, tx));
}

/** The bank that a request came from, in whatever state it is, and whether it has redeemed its code. */
export async function bankOfLink(linkId: string) {
  const link = await findLink(linkId);
  return link ? { bankName: link.bankName, isRedeemed: link.isRedeemed } : null;
}

/**
 * Approves a request, once, in the name of the person who is signed in.
 * @returns whether it was still open; "too many" if they have too many accounts of this bank
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
 * Activates the account of an approved request for the person who approved, and tells the bank.
 * @returns whether it did: not if it was redeemed before, or the account was linked again or unlinked
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
    // The bank isn't suspended until it is redeemed.
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
  await forgetDisconnected(tx, pair);
  await attributeDonations(tx, cardholderId);
  await recordLinked(tx, account);
  return true;
}

/**
 * Activates the account of a request for the person who approved it. Everything that changes an account, its request,
 * and what came of that locks them in this order, so that two transactions never wait for each other.
 * @returns undefined if the request was redeemed before, or the account was linked again or unlinked
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

/** Locks a request before its grants, codes, and tokens are touched. @returns undefined if it has ended */
export const lockLink = (tx: Transaction, linkId: string) =>
  runForOne(
    kysely.selectFrom("accountLink").select("redeemedAt").where("id", "=", linkId).forNoKeyUpdate(),
    tx,
  );

/** An email address of which only its owner recognizes enough: `j•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  const domain = email.slice(at + 1);
  const [begins = ""] = domain;
  return `${first}•••@${begins}•••${domain.slice(domain.lastIndexOf("."))}`;
}
