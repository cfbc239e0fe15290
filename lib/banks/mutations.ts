/** Writing banks and their loyalty programs: an operator's work. */
import { v7 as uuidv7 } from "uuid";
import { Prisma } from "../../generated/prisma/client.ts";
import { db } from "../database/prisma.ts";

export type BankDetails = {
  name: string;
  contactEmail?: string;
  embedOrigins?: string[];
  appSchemes?: string[];
};

/** Creates a bank. */
export async function createBank(details: BankDetails) {
  return db().bank.create({ data: { id: uuidv7(), ...details } });
}

/** Changes what is given. @returns undefined where there is no such bank */
export async function updateBank(bankId: string, changes: Partial<BankDetails>) {
  try {
    return await db().bank.update({ where: { id: bankId }, data: changes });
  } catch (error) {
    const gone = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2025";
    if (gone) return undefined;
    throw error;
  }
}

/** A program's rate is at most this. With `MAX_DONATION_USD` at its largest, points stay below 2^53. */
export const MAX_POINTS_PER_DOLLAR = 1_000_000;

/** Sets how many points of a loyalty program make a dollar. */
export async function setProgram(
  bankId: string,
  programId: string,
  program: { pointsPerDollar: number; name?: string },
) {
  return db().loyaltyProgram.upsert({
    where: { bankId_programId: { bankId, programId } },
    create: { bankId, programId, name: programId, ...program },
    update: program,
  });
}
