/** Linking and unlinking accounts. */
import { v7 as uuidv7 } from "uuid";
import type { BankScope } from "../auth/scopes.ts";
import { schemeObjections } from "../banks/app-schemes.ts";
import { ensureCardholder } from "../cardholders/mutations.ts";
import { pool } from "../database/pool.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { InvalidInput, ServiceError, type Violation } from "../errors.ts";
import { schoolObjections } from "../schools/objections.ts";
import type { LinkRequest, LinkResult, UnlinkRequest, UnlinkResult } from "./contract.ts";

type Standing = {
  account_id: string | null;
  account_status: string | null;
  school_active: boolean | null;
  app_schemes: string[];
};

/** What the link would meet: the account as it is, and whether the preferred school exists. */
async function standingOf(tx: Transaction, scope: BankScope, request: LinkRequest) {
  const { rows } = await tx.query<Standing>(
    `select a.id as account_id, a.status as account_status, s.active as school_active,
       b.app_schemes
     from bank b
     left join account a on a.bank_id = $1 and a.bank_user_id = $2
     left join school s on s.id = $3
     where b.id = $1`,
    [scope.bankId, request.bank_user_id, request.school_id ?? null],
  );
  return rows[0] as Standing;
}

/** How many accounts of one bank may have one address at a time. */
const ACCOUNTS_PER_ADDRESS = 10;

/**
 * What the bank's other accounts with this address say against one more. Requests with the same bank
 * and address come one after another from here on, until each has ended. Other banks' count nothing.
 */
async function addressObjections(
  tx: Transaction,
  scope: BankScope,
  request: LinkRequest,
  cardholderId: string,
): Promise<Violation[]> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `accounts of ${scope.bankId} for ${cardholderId}`,
  ]);
  const { rowCount } = await tx.query(
    `select 1 from account
     where cardholder_id = $1 and status in ('active', 'pending_oauth') and bank_id = $2
       and bank_user_id <> $3 limit $4`,
    [cardholderId, scope.bankId, request.bank_user_id, ACCOUNTS_PER_ADDRESS],
  );
  if ((rowCount ?? 0) < ACCOUNTS_PER_ADDRESS) return [];
  const msg = `At most ${ACCOUNTS_PER_ADDRESS} of your accounts can have this address`;
  return [{ loc: ["body", "email"], msg, type: "value_error" }];
}

function alreadyLinked(accountId: string): ServiceError {
  return new ServiceError("ACCOUNT_ALREADY_LINKED", { details: { service_user_id: accountId } });
}

/**
 * Links a cardholder, or revives or activates a link that is not active. Everything the bank sends
 * replaces what was there; the `service_user_id` of one `bank_user_id` never changes.
 * @throws ServiceError ACCOUNT_ALREADY_LINKED with `details.service_user_id`
 * @throws InvalidInput for a preferred school that is unknown or inactive, an app that is not the bank's, and
 * an address with too many accounts
 */
export async function linkAccount(scope: BankScope, request: LinkRequest): Promise<LinkResult> {
  return transaction(async (tx) => {
    const standing = await standingOf(tx, scope, request);
    if (standing.account_status === "active") throw alreadyLinked(standing.account_id as string);

    const cardholderId = await ensureCardholder(tx, request.email);
    const { redirect_uri } = request;
    const violations = [
      ...(await addressObjections(tx, scope, request, cardholderId)),
      ...schemeObjections({ redirect_uri }, standing.app_schemes),
      ...(request.school_id == null ? [] : schoolObjections(standing.school_active)),
    ];
    // Also undoes the cardholder, where there was none before.
    if (violations.length > 0) throw new InvalidInput(violations);
    const linkedAt = new Date();
    const status = request.redirect_uri == null ? "active" : "pending_oauth";
    // The guard on the conflict decides between two links at once: the second finds an active account.
    const { rows } = await tx.query<{ id: string }>(
      `insert into account (id, bank_id, bank_user_id, cardholder_id, email, display_name, phone,
         tax_receipt_email, loyalty_program_id, preferred_school_id, preferred_fund, metadata,
         redirect_uri, status, linked_at, last_active_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
       on conflict (bank_id, bank_user_id) do update set
         cardholder_id = excluded.cardholder_id, email = excluded.email,
         display_name = excluded.display_name, phone = excluded.phone,
         tax_receipt_email = excluded.tax_receipt_email,
         loyalty_program_id = excluded.loyalty_program_id,
         preferred_school_id = excluded.preferred_school_id,
         preferred_fund = excluded.preferred_fund, metadata = excluded.metadata,
         redirect_uri = excluded.redirect_uri, status = excluded.status,
         linked_at = excluded.linked_at, last_active_at = excluded.last_active_at,
         unlinked_at = null, unlink_reason = null
       where account.status <> 'active'
       returning id`,
      [
        uuidv7(),
        scope.bankId,
        request.bank_user_id,
        cardholderId,
        request.email,
        request.display_name,
        request.phone ?? null,
        request.tax_receipt_email ?? null,
        request.loyalty_program_id,
        request.school_id ?? null,
        request.fund_designation ?? null,
        request.metadata ?? null,
        request.redirect_uri ?? null,
        status,
        linkedAt,
      ],
    );
    const id = rows[0]?.id;
    if (!id) throw alreadyLinked((await standingOf(tx, scope, request)).account_id as string);
    return {
      service_user_id: id,
      status,
      oauth_redirect_url:
        status === "active" ? null : `${env().publicBaseUrl}/oauth/authorize?account=${id}`,
      linked_at: linkedAt.toISOString(),
    };
  });
}

type UnlinkedRow = { unlinked_at: Date; unlink_reason: UnlinkResult["reason"] };

/**
 * Unlinks an account: it takes no more donations. Of two that unlink at once, one does; the other, as
 * everybody later, is told what the first has done.
 * @throws ServiceError ACCOUNT_NOT_FOUND
 */
export async function unlinkAccount(
  scope: BankScope,
  id: string,
  { reason = null }: UnlinkRequest,
): Promise<UnlinkResult> {
  const { rows } = await pool().query<UnlinkedRow>(
    `update account set
       unlink_reason = case when status = 'unlinked' then unlink_reason else $3 end,
       unlinked_at = coalesce(unlinked_at, now()), status = 'unlinked'
     where id = $1 and bank_id = $2
     returning unlinked_at, unlink_reason`,
    [id, scope.bankId, reason],
  );
  const row = rows[0];
  if (!row) throw new ServiceError("ACCOUNT_NOT_FOUND");
  return {
    service_user_id: id,
    status: "unlinked",
    unlinked_at: row.unlinked_at.toISOString(),
    reason: row.unlink_reason,
  };
}
