/** A cardholder's consent to a link: what they are asked, their approval, and its redemption by the bank. */
import { audit } from "../../auth/audit.ts";
import type { BankScope, CardholderScope } from "../../auth/scopes.ts";
import { mayRedirectTo } from "../../banks/addresses.ts";
import { isStopped } from "../../banks/status.ts";
import type { Transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { attributeDonations } from "../acceptance/accept.ts";
import { hasRoomForAccount } from "../account-limit.ts";
import { forgetDisconnected } from "../disconnected.ts";
import { recordLinked } from "../events.ts";
import { hashOfHandle } from "./handle.ts";
import {
  activate,
  approve,
  findApproved,
  findLink,
  findLinkByHandle,
  lockAccount,
  markRedeemed,
} from "./sql.ts";

/** A request for consent that can be approved now, if its bank is active. */
export type OpenLink = Awaited<ReturnType<typeof findLink>>[number];

const openOnly = (link: OpenLink | undefined): OpenLink | null =>
  link?.isOpen && mayRedirectTo(link.redirectUri, link) ? link : null;

/** The open request of a handle. Null if there is none: unknown, expired, replaced, and used ones are alike. */
export async function openLinkOf(handle: string): Promise<OpenLink | null> {
  const handleHash = hashOfHandle(handle);
  return handleHash && openOnly((await findLinkByHandle({ handleHash }))[0]);
}

/** The open request with this ID, or null. */
export async function openLink(linkId: string, tx?: Transaction): Promise<OpenLink | null> {
  return openOnly((await findLink({ linkId }, tx))[0]);
}

/** The bank that a request came from, in whatever state it is, and whether it has redeemed its code. */
export async function bankOfLink(linkId: string) {
  const [link] = await findLink({ linkId });
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
  const { id: linkId, bankId, bankUserId } = link;
  const { cardholderId } = scope;
  if (!(await hasRoomForAccount(tx, link, { cardholderId, bankUserId }))) return "too many";
  const [approved] = await approve({ linkId, cardholderId }, tx);
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
  const [approved] = await findApproved({ linkId, bankId: scope.bankId }, tx);
  if (!approved) return false;
  if (isStopped(approved.bankStatus)) throw new ServiceError("BANK_SUSPENDED");
  const { accountId, cardholderId, bankUserId } = approved;
  if (!(await hasRoomForAccount(tx, scope, { cardholderId, bankUserId }))) return false;
  await lockAccount({ accountId }, tx);
  const [redeemed] = await markRedeemed({ linkId }, tx);
  const [account] = redeemed ? await activate({ accountId, cardholderId }, tx) : [];
  if (!account) return false;
  await audit(tx, scope, "account.link", accountId, { withConsent: true });
  await forgetDisconnected(tx, { bankId: scope.bankId, cardholderId });
  await attributeDonations(tx, cardholderId);
  await recordLinked(tx, account);
  return true;
}
