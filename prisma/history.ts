/** A plausible history for the demo. Deterministic, except for the dates. */
import { db } from "#lib/database/prisma.ts";
import { DAY_MS, idOf, type Program, pick, pickFrom, rowsOf, writesOf } from "./past-gifts.ts";

export type DemoAccount = {
  id: string;
  cardholderId: string;
  user: string;
  program: Program;
  school: string;
};

const AMOUNTS = [25, 50, 40, 100, 25, 75, 30, 150, 60, 25, 250, 45];
const OTHER_SCHOOLS = ["notre-dame", "alabama", "oregon", "penn-state"];

/** One past gift: about every fifth week, mostly to the preferred school. */
function pastGift(account: DemoAccount, index: number, now: number) {
  const { user, program } = account;
  const daysAgo = 12 + index * 34 + pick(9, user, index);
  const createdAt = new Date(now - daysAgo * DAY_MS + pick(36_000_000, user, index, "t"));
  const isElsewhere = pick(3, user, index, "school") === 0;
  const isRefused = user === "demo-riley" && index === 3;
  return {
    id: idOf(`${program.bankId}:${user}:${index}`),
    account,
    program,
    schoolId: isElsewhere ? pickFrom(OTHER_SCHOOLS, user, index) : account.school,
    fundId: "annual-fund",
    dollars: pickFrom(AMOUNTS, user, index, "amount"),
    reference: `demo-${user}-${index}`,
    channel: "bank",
    message: index === 0 ? "For the band, too." : null,
    sharing: null,
    createdAt,
    promisedAt: new Date(createdAt.getTime() + 300_000),
    attempts: 1,
    settledAt: new Date(createdAt.getTime() + 1_400 + pick(40_000, user, index, "c")),
    refusal: isRefused ? "the school does not take gifts to this fund now" : null,
    platformStatus: "posted",
  };
}

/** Writes the accounts' history unless it already exists. */
export async function seedHistory(accounts: DemoAccount[]): Promise<void> {
  const schools = await db().school.findMany({ select: { id: true, monogram: true } });
  const monograms = new Map(schools.map(({ id, monogram }) => [id, monogram]));
  const now = Date.now();
  const past = accounts.flatMap((account) =>
    Array.from({ length: account.user === "demo-casey" ? 3 : 12 }, (_, index) =>
      pastGift(account, index, now),
    ),
  );
  if (await db().donation.findFirst({ where: { id: past[0]?.id ?? "" } })) return;
  const gifts = past.map((gift, n) => {
    const year = String(gift.settledAt.getUTCFullYear()).slice(2);
    // The stub platform's sequence starts after the history's.
    const number = `${monograms.get(gift.schoolId)}-${year}-${101_377 + n}`;
    return rowsOf({ ...gift, number: gift.refusal === null ? number : null });
  });
  const stubCredits = gifts.flatMap(({ donation, credit: { platformCreditId: id } }, n) => {
    const { schoolId, amountCents, completedAt: createdAt } = donation;
    if (id === null || createdAt === null) return [];
    const partnerReference = donation.id;
    const fanId = `fan_${past[n]?.account.user}`;
    const instruction = { partnerReference, source: "points-to-donation" };
    return [{ id, partnerReference, schoolId, fanId, amountCents, instruction, createdAt }];
  });
  await db().$transaction([
    ...writesOf(gifts),
    db().stubCredit.createMany({ data: stubCredits, skipDuplicates: true }),
  ]);
}
