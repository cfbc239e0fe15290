/** Starting embedded donations. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { accountObjections } from "../accounts/objections.ts";
import type { BankScope } from "../auth/scopes.ts";
import { signToken } from "../auth/signed-tokens.ts";
import { schemeObjections } from "../banks/app-schemes.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import { env } from "../env.ts";
import { InvalidInput, type Violation } from "../errors.ts";
import { type Cents, toCents } from "../money.ts";
import { amountObjections, schoolObjections } from "../schools/objections.ts";
import type { EmbedToken, EmbedTokenRequest } from "./contract.ts";
import { themeOf } from "./theme.ts";

type Standing = {
  accountStatus: string | null;
  cardholderId: string | null;
  schoolActive: boolean | null;
  minimumCents: Cents | null;
  appSchemes: string[];
};

/** How the account and the school stand that a request names. */
async function standingOf(scope: BankScope, request: EmbedTokenRequest): Promise<Standing> {
  const accountId = isUuid(request.service_user_id) ? request.service_user_id : null;
  const { rows } = await pool().query<Standing>(
    `select a.status as "accountStatus", a.cardholder_id as "cardholderId", s.active as "schoolActive",
       s.minimum_donation_cents as "minimumCents", b.app_schemes as "appSchemes"
     from bank b
     left join account a on a.id = $1 and a.bank_id = $2
     left join school s on s.id = $3
     where b.id = $2`,
    [accountId, scope.bankId, request.school_id ?? null],
  );
  return rows[0] as Standing;
}

function objections(request: EmbedTokenRequest, found: Standing): Violation[] {
  const { return_url, cancel_url } = request;
  return [
    ...accountObjections(found.accountStatus),
    ...schemeObjections({ return_url, cancel_url }, found.appSchemes),
    ...(request.school_id == null ? [] : schoolObjections(found.schoolActive)),
    ...(request.dollar_amount == null
      ? []
      : amountObjections(toCents(request.dollar_amount), found.minimumCents)),
  ];
}

/**
 * Opens a session for one donation of one account. What the token stands for is kept here, so that it
 * can be used once and dies with the account's link. It is for the person who is linked now.
 * @throws InvalidInput with every objection at once; nothing was written
 */
export async function createEmbedToken(
  scope: BankScope,
  request: EmbedTokenRequest,
): Promise<EmbedToken> {
  const standing = await standingOf(scope, request);
  const violations = objections(request, standing);
  if (violations.length > 0) throw new InvalidInput(violations);
  const id = uuidv7();
  const createdAt = new Date();
  // Whole seconds, as the token counts them.
  const expiresAt = new Date(
    (Math.floor(createdAt.getTime() / 1_000) + request.expires_in) * 1_000,
  );
  await db().embedSession.create({
    data: {
      id,
      bankId: scope.bankId,
      accountId: request.service_user_id,
      cardholderId: standing.cardholderId,
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
  const token = await signToken("embed-session", { sub: id }, expiresAt);
  return {
    embed_token: token,
    embed_url: `${env().embedBaseUrl}/session?token=${token}`,
    expires_at: expiresAt.toISOString(),
  };
}
