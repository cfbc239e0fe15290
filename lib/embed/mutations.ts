import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { accountObjections } from "../accounts/objections.ts";
import type { BankScope } from "../auth/scopes.ts";
import { signToken } from "../auth/tokens/signed-tokens.ts";
import { schemeViolations } from "../banks/redirects.ts";
import { isStopped } from "../banks/status.ts";
import { balanceColumns, type PointsBalance } from "../cardholders/points-balance.ts";
import { db } from "../database/prisma.ts";
import { affected, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { bankLimitViolations } from "../donations/accept/limits.ts";
import { minimumOfFund } from "../donations/accept/sql.ts";
import { env } from "../env.ts";
import { InvalidInput, ServiceError, type Violation } from "../errors.ts";
import { type Cents, toCents } from "../money.ts";
import { amountViolations, schoolViolations } from "../schools/contract.ts";
import { countStored } from "../storage/usage.ts";
import type { EmbedToken, EmbedTokenRequest } from "./contract.ts";
import { themeOf } from "./theme.ts";

/** The current state of the bank, and of the request's account and school if they exist. */
function contextOf({ bankId }: BankScope, request: EmbedTokenRequest) {
  const accountId = isUuid(request.service_user_id) ? request.service_user_id : null;
  const state = kysely
    .selectFrom("bank as b")
    .leftJoin("account as a", (join) => join.on("a.id", "=", accountId).on("a.bankId", "=", bankId))
    .leftJoin("school as s", (join) => join.on("s.id", "=", request.school_id ?? null))
    .select(["a.status as accountStatus", "a.cardholderId", "s.active as schoolActive"])
    .select(["s.minimumDonationCents as minimumCents", "b.appSchemes", "b.redirectUris"])
    .select(["b.status as bankStatus", "b.maxDonationCents"])
    .select(minimumOfFund(request.fund_designation ?? null).as("fundMinimumCents"))
    .where("b.id", "=", bankId);
  return runForRow(state);
}

type Context = Awaited<ReturnType<typeof contextOf>>;

const embedAmountObjections = (amountCents: Cents, context: Context): Violation[] => [
  ...amountViolations(amountCents, context.minimumCents, context.fundMinimumCents),
  ...bankLimitViolations({ amountCents, channel: "bank" }, context),
];

function objections(request: EmbedTokenRequest, context: Context): Violation[] {
  const { return_url, cancel_url } = request;
  return [
    ...accountObjections(context.accountStatus),
    ...schemeViolations({ return_url, cancel_url }, context),
    ...(request.school_id == null ? [] : schoolViolations(context.schoolActive)),
    ...(request.dollar_amount == null
      ? []
      : embedAmountObjections(toCents(request.dollar_amount), context)),
  ];
}

/** Stores the account's balance, unless it has a later one: requests may arrive out of order. */
async function updateBalance({ bankId }: BankScope, id: string, balance: PointsBalance) {
  const update = kysely
    .updateTable("account")
    .set(balanceColumns(balance))
    .where("id", "=", id)
    .where("bankId", "=", bankId)
    .where((of) =>
      of.or([of("pointsBalanceAt", "is", null), of("pointsBalanceAt", "<", balance.as_of)]),
    );
  await affected(update);
}

/**
 * Opens a session for one donation by one account. Its state is stored, so that it can be used only once and ends with
 * the account's link. It belongs to the person who is linked now.
 * @throws ServiceError BANK_SUSPENDED; InvalidInput with every violation. Nothing was written then
 */
export async function createEmbedToken(
  scope: BankScope,
  request: EmbedTokenRequest,
): Promise<EmbedToken> {
  const context = await contextOf(scope, request);
  if (isStopped(context.bankStatus)) throw new ServiceError("BANK_SUSPENDED");
  const violations = objections(request, context);
  if (violations.length > 0) throw new InvalidInput(violations);
  const { service_user_id: accountId, points_balance: balance } = request;
  if (balance) await updateBalance(scope, accountId, balance);
  const id = uuidv7();
  const createdAt = new Date();
  // Whole seconds, as in the token.
  const expiresAt = new Date(
    (Math.floor(createdAt.getTime() / 1_000) + request.expires_in) * 1_000,
  );
  await db().embedSession.create({
    data: {
      id,
      bankId: scope.bankId,
      keyId: scope.keyId,
      accountId,
      // The account exists: otherwise there would be a violation.
      cardholderId: context.cardholderId as string,
      schoolId: request.school_id ?? null,
      fundDesignation: request.fund_designation ?? null,
      amountCents: request.dollar_amount == null ? null : toCents(request.dollar_amount),
      lockAmount: request.lock_amount,
      lockSchool: request.lock_school,
      returnUrl: request.return_url ?? null,
      cancelUrl: request.cancel_url ?? null,
      ...(request.theme_override ? { theme: themeOf(request.theme_override) } : {}),
      createdAt,
      expiresAt,
    },
  });
  countStored(scope.bankId, 1, [request.return_url, request.cancel_url, request.fund_designation]);
  const token = await signToken("embed-session", { sub: id }, expiresAt);
  return {
    embed_token: token,
    embed_url: `${env().embedBaseUrl}/session?token=${token}`,
    expires_at: expiresAt.toISOString(),
  };
}
