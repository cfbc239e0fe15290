import { db } from "../../database/prisma.ts";
import { asCents } from "../../money.ts";

/** Whether a school accepts donations, and its minimum. */
export async function givingRulesOf(schoolId: string) {
  const school = await db().school.findUnique({
    where: { id: schoolId },
    select: { active: true, minimumDonationCents: true },
  });
  return {
    schoolActive: school?.active ?? null,
    minimumCents: school ? asCents(school.minimumDonationCents) : null,
  };
}
