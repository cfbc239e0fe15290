/** The sandbox's banks and their customers. */
import { linkAccount } from "#lib/accounts/mutations.ts";
import { actingFor, systemScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import { DEMO_BANK_ID, DEMO_USER } from "#lib/sandbox/demo-bank.ts";
import { DAY_MS, type Program } from "./past-gifts.ts";

const OTHER_BANK_ID = "0d000000-0000-7000-8000-000000000002";

const BANKS = [
  {
    id: DEMO_BANK_ID,
    name: "Harbor Demonstration Bank",
    contactEmail: "ops@harbor.example",
    appSchemes: ["examplebank"],
  },
  { id: OTHER_BANK_ID, name: "Prairie Demonstration Credit Union" },
];

const program = (bankId: string, programId: string, name: string, pointsPerDollar: number) => {
  return { bankId, programId, name, pointsPerDollar };
};

export const GOLD = program(DEMO_BANK_ID, "gold-rewards", "Gold Rewards", 100);
const MILES = program(DEMO_BANK_ID, "travel-miles", "Travel Miles", 80);
export const EVERYDAY = program(OTHER_BANK_ID, "everyday", "Everyday Points", 125);

/** A customer of a demo bank. */
export type Person = {
  program: Program;
  user: string;
  name: string;
  school: string;
  points: number;
};

export const PEOPLE: Person[] = [
  { program: GOLD, user: DEMO_USER, name: "Jordan Sample", school: "ohio-state", points: 48_200 },
  { program: MILES, user: "demo-riley", name: "Riley Sample", school: "michigan", points: 61_750 },
  { program: GOLD, user: "demo-casey", name: "Casey Sample", school: "texas-am", points: 9_300 },
  {
    program: EVERYDAY,
    user: "member-77",
    name: "Jordan Sample",
    school: "ohio-state",
    points: 35_000,
  },
];

/** Adds the banks, if they don't exist. */
export async function ensureBanks(): Promise<void> {
  await db().bank.createMany({ skipDuplicates: true, data: BANKS });
  await db().loyaltyProgram.createMany({ skipDuplicates: true, data: [GOLD, MILES, EVERYDAY] });
}

/** How long ago the people accepted their banks' links, before their first gifts. */
const LINKED_DAYS_AGO = 450;

export type LinkedPerson = Person & { accountId: string };

/** Links people who aren't linked yet. @returns them with their accounts, whose links they have accepted */
export async function linkPeople(people: readonly Person[]): Promise<LinkedPerson[]> {
  const linked: LinkedPerson[] = [];
  const linkedAt = new Date(Date.now() - LINKED_DAYS_AGO * DAY_MS);
  for (const person of people) {
    const { bankId, programId } = person.program;
    const known = { bankId, bankUserId: person.user };
    if (!(await db().account.findFirst({ where: known }))) {
      await linkAccount(actingFor(systemScope("seed"), bankId), {
        bank_user_id: person.user,
        display_name: person.name,
        email: `${person.name.toLowerCase().replace(" ", ".")}@example.com`,
        loyalty_program_id: programId,
        school_id: person.school,
        fund_designation: "annual-fund",
        points_balance: { points: person.points, as_of: new Date() },
      });
      const data = { linkedAt, acceptedAt: linkedAt, lastActiveAt: linkedAt };
      await db().account.updateMany({ where: known, data });
    }
    const { id: accountId } = await db().account.findFirstOrThrow({ where: known });
    linked.push({ ...person, accountId });
  }
  return linked;
}
