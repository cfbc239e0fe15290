import { db } from "../database/prisma.ts";

/** All banks, oldest first, with their programs. */
export async function listBanks() {
  return db().bank.findMany({
    orderBy: { createdAt: "asc" },
    include: { programs: { select: { programId: true, name: true, pointsPerDollar: true } } },
  });
}

/** Whether the bank exists. */
export async function bankExists(bankId: string): Promise<boolean> {
  return (await db().bank.count({ where: { id: bankId } })) === 1;
}
