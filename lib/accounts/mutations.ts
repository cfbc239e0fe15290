/** Links and unlinks accounts. */
import { v7 as uuidv7 } from "uuid";
import type { BankScope } from "../auth/scopes.ts";
import { schemeObjections } from "../banks/app-schemes.ts";
import { ensureCardholder } from "../cardholders/mutations.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { InvalidInput, ServiceError, type Violation } from "../errors.ts";
import { schoolObjections } from "../schools/objections.ts";
import type { LinkRequest, LinkResult, UnlinkRequest, UnlinkResult } from "./contract.ts";
import {
  findLinkContext,
  findOtherAccounts,
  insertOrReviveAccount,
  lockAddress,
  unlink,
} from "./sql.ts";

/** The current state: the account, and whether the preferred school exists. */
async function contextOf(tx: Transaction, { bankId }: BankScope, request: LinkRequest) {
  const { bank_user_id: bankUserId, school_id: schoolId = null } = request;
  const [context] = await findLinkContext({ bankId, bankUserId, schoolId }, tx);
  if (!context) throw new Error("this key's bank doesn't exist");
  return context;
}

/** How many accounts of one bank can share an address. */
const ACCOUNTS_PER_ADDRESS = 10;

/**
 * Checks the number of the bank's other accounts with this address. Serializes requests with the same bank
 * and address from here on. Other banks' accounts do not count.
 */
async function addressObjections(
  tx: Transaction,
  { bankId }: BankScope,
  request: LinkRequest,
  cardholderId: string,
): Promise<Violation[]> {
  await lockAddress({ name: `accounts of ${bankId} for ${cardholderId}` }, tx);
  const { bank_user_id: bankUserId } = request;
  const limit = ACCOUNTS_PER_ADDRESS;
  const others = await findOtherAccounts({ cardholderId, bankId, bankUserId, limit }, tx);
  if (others.length < ACCOUNTS_PER_ADDRESS) return [];
  const msg = `At most ${ACCOUNTS_PER_ADDRESS} of your accounts can use this email address`;
  return [{ loc: ["body", "email"], msg, type: "value_error" }];
}

function alreadyLinked(accountId: string): ServiceError {
  return new ServiceError("ACCOUNT_ALREADY_LINKED", { details: { service_user_id: accountId } });
}

/**
 * Links a cardholder, or reactivates a link that is not active. The bank's values replace all earlier ones;
 * the `service_user_id` of a `bank_user_id` never changes.
 * @throws ServiceError ACCOUNT_ALREADY_LINKED with `details.service_user_id`
 * @throws InvalidInput for a preferred school that is unknown or inactive, an app that is not the bank's,
 *   and an address with too many accounts
 */
export async function linkAccount(scope: BankScope, request: LinkRequest): Promise<LinkResult> {
  return transaction(async (tx) => {
    const context = await contextOf(tx, scope, request);
    if (context.accountStatus === "active") throw alreadyLinked(context.accountId as string);

    const cardholderId = await ensureCardholder(tx, request.email);
    const { redirect_uri } = request;
    const violations = [
      ...(await addressObjections(tx, scope, request, cardholderId)),
      ...schemeObjections({ redirect_uri }, context.appSchemes),
      ...(request.school_id == null ? [] : schoolObjections(context.schoolActive)),
    ];
    // Also rolls back the cardholder if it was created.
    if (violations.length > 0) throw new InvalidInput(violations);
    const linkedAt = new Date();
    const status = request.redirect_uri == null ? "active" : "pending_oauth";
    const [account] = await insertOrReviveAccount(
      {
        ...{ id: uuidv7(), bankId: scope.bankId, bankUserId: request.bank_user_id },
        ...{ cardholderId, email: request.email, displayName: request.display_name },
        ...{ phone: request.phone ?? null, taxReceiptEmail: request.tax_receipt_email ?? null },
        loyaltyProgramId: request.loyalty_program_id,
        preferredSchoolId: request.school_id ?? null,
        preferredFund: request.fund_designation ?? null,
        ...{ metadata: request.metadata ?? null, redirectUri: request.redirect_uri ?? null },
        ...{ status, linkedAt },
      },
      tx,
    );
    if (!account) throw alreadyLinked((await contextOf(tx, scope, request)).accountId as string);
    const { id } = account;
    return {
      service_user_id: id,
      status,
      oauth_redirect_url:
        status === "active" ? null : `${env().publicBaseUrl}/oauth/authorize?account=${id}`,
      linked_at: linkedAt.toISOString(),
    };
  });
}

/**
 * Unlinks an account, which then accepts no donations. Concurrent and repeated requests return what the
 * first one did.
 * @throws ServiceError ACCOUNT_NOT_FOUND
 */
export async function unlinkAccount(
  scope: BankScope,
  id: string,
  { reason = null }: UnlinkRequest,
): Promise<UnlinkResult> {
  const [row] = await unlink({ id, bankId: scope.bankId, reason });
  if (!row) throw new ServiceError("ACCOUNT_NOT_FOUND");
  return {
    service_user_id: id,
    status: "unlinked",
    unlinked_at: row.unlinkedAt.toISOString(),
    reason: row.unlinkReason as UnlinkResult["reason"],
  };
}
