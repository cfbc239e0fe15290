/** What a bank sets itself: its programs, lower limits than the operator's, and its apps' addresses. */
import { z } from "zod";
import { recheck } from "../auth/permissions.ts";
import type { BankStaffScope } from "../auth/scopes.ts";
import { isTimeZone } from "../calendar.ts";
import { db } from "../database/prisma.ts";
import { runForOne, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, type Transaction } from "../database/transaction.ts";
import { InvalidInput, invalid, violation } from "../errors.ts";
import { addViolation, line } from "../fields.ts";
import { isWholeCents, toCents } from "../money.ts";
import type { LimitChanges } from "./limits.ts";
import { MAX_POINTS_PER_DOLLAR, POINTS_CHECKS, setProgram, updateBank } from "./mutations.ts";
import { serializeBank, serializeProgram } from "./queries.ts";
import { isAppScheme, isOrigin, isRedirectUri } from "./redirects.ts";
import { heldLimits } from "./sql.ts";

export const MAX_PROGRAMS = 100;
/** Addresses of each kind. */
export const MAX_ADDRESSES = 20;

/** Dollars, as cents. */
const amount = z
  .number()
  .gt(0)
  .lt(1_000_000_000)
  .check((context) => {
    if (!isWholeCents(context.value)) addViolation(context, "decimal_max_places", "Two decimals");
  })
  .transform(toCents);

/** Null for no limit of the bank's own. */
const dollars = amount.nullable();

export const ownProgram = z.object({
  programId: line({ min: 1, max: 64 }),
  name: line({ min: 1, max: 255 }),
  pointsPerDollar: z.number().gt(0).lte(MAX_POINTS_PER_DOLLAR),
  maxGiftCents: dollars,
  maxDailyCents: dollars,
  timeZone: z.string().refine(isTimeZone, { error: "value_error" }),
  pointsCheck: z.enum(POINTS_CHECKS),
});

export const ownLimits = z.object({
  maxDonationCents: dollars,
  maxKeyDailyCents: dollars,
  maxUnpaidCents: dollars,
  correctionDailyCents: amount,
});

export const ownCorrections = z.object({ correctionsByApi: z.boolean() });

/** Addresses of an app; null for none. */
const addresses = (isValid: (address: string) => boolean) =>
  z
    .array(z.string().max(2048))
    .max(MAX_ADDRESSES)
    .refine((all) => all.every(isValid), { error: "value_error" })
    .nullable()
    .transform((all) => all ?? []);

export const ownEmbed = z.object({
  embedOrigins: addresses(isOrigin),
  appSchemes: addresses(isAppScheme),
  redirectUris: addresses(isRedirectUri),
});

type OwnLimits = z.output<typeof ownLimits>;

export async function readOwnSettings({ bankId }: BankStaffScope) {
  const bank = await db().bank.findUniqueOrThrow({
    where: { id: bankId },
    include: {
      limit: true,
      programs: { orderBy: { programId: "asc" } },
      authorizationAddress: true,
    },
  });
  const { programs, authorizationAddress, ...rest } = bank;
  return {
    bank: serializeBank(rest),
    programs: programs.map(serializeProgram),
    authorizationUrl: authorizationAddress?.url ?? null,
  };
}

/** @throws InvalidInput at each limit that is higher than the one in force */
function requireLower(current: OwnLimits, wanted: OwnLimits) {
  const violations = Object.entries(wanted).flatMap(([name, cents]) => {
    const now = current[name as keyof OwnLimits];
    const isHigher = now !== null && (cents === null || cents > now);
    return isHigher ? [violation(["body", name], "Only the operator raises a limit")] : [];
  });
  if (violations.length > 0) throw new InvalidInput(violations);
}

/**
 * Lowers the bank's limits. Only the operator raises them.
 * @throws InvalidInput; ServiceError as `recheck`
 */
export async function lowerLimits(scope: BankStaffScope, wanted: OwnLimits): Promise<void> {
  const { bankId } = scope;
  const own = kysely
    .selectFrom("bank")
    .select(["maxDonationCents", "correctionDailyCents"])
    .where("id", "=", bankId);
  const check = async (tx?: Transaction) => {
    const limit = await runForOne(heldLimits(bankId), tx);
    const ofBank = await runForRow(own.forNoKeyUpdate(), tx);
    const { maxKeyDailyCents = null, maxUnpaidCents = null } = limit ?? {};
    requireLower({ ...ofBank, maxKeyDailyCents, maxUnpaidCents }, wanted);
    await recheck(tx, scope, "programs.change");
  };
  // Before anything of the bank's is locked or counted.
  await check();
  await updateBank(scope, bankId, wanted satisfies LimitChanges, check);
}

/**
 * Sets who may frame the donation flow and where customers return to, or whether API keys may correct gifts.
 * @throws ServiceError as `recheck`
 */
export async function changeOwn(
  scope: BankStaffScope,
  action: "embed.change" | "programs.change",
  changes: z.output<typeof ownEmbed> | z.output<typeof ownCorrections>,
): Promise<void> {
  await updateBank(scope, scope.bankId, changes, (tx) => recheck(tx, scope, action));
}

/**
 * Creates a program of the bank's, or changes it.
 * @throws InvalidInput at `programId` if it has too many; ServiceError as `recheck`
 */
export async function saveProgram(
  scope: BankStaffScope,
  { programId, ...details }: z.output<typeof ownProgram>,
): Promise<void> {
  const { bankId } = scope;
  await setProgram(scope, bankId, programId, details, async (tx) => {
    await advisoryLock(tx, `programs:${bankId}`);
    await recheck(tx, scope, "programs.change");
    const others = kysely
      .selectFrom("loyaltyProgram")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("bankId", "=", bankId)
      .where("programId", "<>", programId);
    if ((await runForRow(others, tx)).count < MAX_PROGRAMS) return;
    throw invalid("programId", "too many");
  });
}
