import type { Bank, BankLimit, LoyaltyProgram } from "../../generated/prisma/client.ts";
import { db } from "../database/prisma.ts";
import { asCents, dollarsOrNull, toDollars } from "../money.ts";
import { STANDARD_LIMITS } from "./program-limits.ts";

/** A row as Prisma or Kysely reads it: Kysely's bigints are numbers. */
type Read<Row> = { [Name in keyof Row]: bigint extends Row[Name] ? Row[Name] | number : Row[Name] };

type Limit = Partial<Read<Pick<BankLimit, "maxKeyDailyCents" | "maxUnpaidCents" | "unpaidCents">>>;

/** A bank as operators see it, with its limits; null is no limit. What it hasn't paid is counted only if it has some. */
export const serializeBank = <B extends Read<Bank> & { limit?: Limit | null | undefined }>({
  maxDonationCents,
  correctionDailyCents,
  limit,
  ...rest
}: B) => ({
  ...rest,
  correctionDailyUsd: toDollars(asCents(correctionDailyCents)),
  maxDonationUsd: dollarsOrNull(maxDonationCents),
  maxKeyDailyUsd: dollarsOrNull(limit?.maxKeyDailyCents ?? null),
  maxUnpaidUsd: dollarsOrNull(limit?.maxUnpaidCents ?? null),
  unpaidUsd: dollarsOrNull(limit?.unpaidCents ?? null),
});

/** A program as operators see it, with the limits that apply to it. */
export function serializeProgram({
  maxGiftCents,
  maxDailyCents,
  timeZone,
  ...rest
}: Read<LoyaltyProgram>) {
  return {
    ...rest,
    maxGiftUsd: toDollars(asCents(maxGiftCents ?? STANDARD_LIMITS.maxGiftCents)),
    maxDailyUsd: toDollars(asCents(maxDailyCents ?? STANDARD_LIMITS.maxDailyCents)),
    timeZone: timeZone ?? STANDARD_LIMITS.timeZone,
  };
}

/** All banks, oldest first, with their programs. */
export async function listBanks() {
  const banks = await db().bank.findMany({
    orderBy: { createdAt: "asc" },
    include: { programs: true, limit: true, authorizationAddress: { select: { url: true } } },
  });
  return banks.map(({ programs, authorizationAddress, ...bank }) => ({
    ...serializeBank(bank),
    authorizationUrl: authorizationAddress?.url ?? null,
    programs: programs.map((program) => {
      const { bankId: _, ...details } = serializeProgram(program);
      return details;
    }),
  }));
}

/** The bank's status; null if it doesn't exist. */
export async function findBankStatus(bankId: string): Promise<string | null> {
  const bank = await db().bank.findUnique({ where: { id: bankId }, select: { status: true } });
  return bank?.status ?? null;
}
