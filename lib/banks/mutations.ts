/** Creates and updates banks and their loyalty programs, for the operator command. */
import { v7 as uuidv7 } from "uuid";
import { Prisma } from "../../generated/prisma/client.ts";
import { db } from "../database/prisma.ts";
import type { Cents } from "../money.ts";
import type { ProgramLimits } from "./program-limits.ts";
import { shownBank, shownProgram } from "./queries.ts";

export type BankDetails = {
  name: string;
  contactEmail?: string;
  embedOrigins?: string[];
  appSchemes?: string[];
  redirectUris?: string[];
  /** The most in one donation, and with one API key a UTC day; null is no limit. */
  maxDonationCents?: Cents | null;
  maxKeyDailyCents?: Cents | null;
  /** What it may store a day; null for the default. */
  maxDailyRows?: number | null;
  maxDailyBytes?: number | null;
};

/** Creates a bank. */
export async function createBank(details: BankDetails) {
  return shownBank(await db().bank.create({ data: { id: uuidv7(), ...details } }));
}

/** Updates the given fields. @returns undefined if there is no such bank */
export async function updateBank(bankId: string, changes: Partial<BankDetails>) {
  try {
    return shownBank(await db().bank.update({ where: { id: bankId }, data: changes }));
  } catch (error) {
    const gone = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2025";
    if (gone) return undefined;
    throw error;
  }
}

/** The maximum rate. With the largest `MAX_DONATION_USD`, points stay below 2^53. */
export const MAX_POINTS_PER_DOLLAR = 1_000_000;

/** What happens to a donation whose points disagree with the program's rate. */
export const POINTS_CHECKS = ["off", "flag", "refuse"] as const;

export type ProgramDetails = {
  pointsPerDollar: number;
  name?: string;
  pointsCheck?: (typeof POINTS_CHECKS)[number];
} & Partial<ProgramLimits>;

/** Sets the points per dollar of a loyalty program, and the given details. */
export async function setProgram(bankId: string, programId: string, program: ProgramDetails) {
  const set = await db().loyaltyProgram.upsert({
    where: { bankId_programId: { bankId, programId } },
    create: { bankId, programId, name: programId, ...program },
    update: program,
  });
  return shownProgram(set);
}
