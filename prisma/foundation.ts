/**
 * A month of gifts for the sandbox's demonstration foundation to work on: batches that it has confirmed, one that waits
 * for it, and an open one. Written as the service leaves them, since its functions accept and confirm gifts only now.
 */
import type { SystemScope } from "#lib/auth/scopes.ts";
import { batchSettings } from "#lib/batches/settings.ts";
import { db } from "#lib/database/prisma.ts";
import { runForOne } from "#lib/database/run.ts";
import { kysely } from "#lib/database/tables.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { DEMO_SCHOOL_ID } from "#lib/sandbox/staff.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { OTHER_BANK_ID } from "./demo.ts";
import {
  type Account,
  type Context,
  FUNDS,
  giftOf,
  givenAt,
  idOf,
  PEOPLE,
  type Person,
  WEEKS,
} from "./foundation-gifts.ts";
import { centsOf, DAY_MS, writesOf } from "./past-gifts.ts";
import { findPromises } from "./sql.ts";

/** How many business days it promises, since it closes a batch each week. */
const CONFIRMATION_DAYS = 10;

/** Its code for its first fund. */
const FUND_CODE = "AF-100";

/** The people's accounts, as if their banks had linked them and they had accepted. */
async function ensureAccounts(now: number): Promise<Map<string, Account>> {
  const emailOf = ({ user }: Person) => `${user.replace("fan-", "")}.sample@example.com`;
  const linkedAt = new Date(now - 60 * DAY_MS);
  await db().cardholder.createMany({
    skipDuplicates: true,
    data: PEOPLE.map((person) => ({
      id: idOf(person.user),
      email: emailOf(person),
      emailKey: emailOf(person),
      createdAt: linkedAt,
    })),
  });
  const people = await db().cardholder.findMany({
    where: { emailKey: { in: PEOPLE.map(emailOf) } },
    select: { id: true, emailKey: true },
  });
  const byEmail = new Map(people.map(({ id, emailKey }) => [emailKey, id]));
  const accounts = PEOPLE.map((person) => ({
    id: idOf(`account:${person.user}`),
    bankId: person.program.bankId,
    bankUserId: person.user,
    cardholderId: byEmail.get(emailOf(person)) as string,
    email: emailOf(person),
    displayName: person.name,
    loyaltyProgramId: person.program.programId,
    preferredSchoolId: DEMO_SCHOOL_ID,
    status: "active",
    linkedAt,
    lastActiveAt: linkedAt,
    acceptedAt: linkedAt,
  }));
  await db().account.createMany({ skipDuplicates: true, data: accounts });
  return new Map(
    accounts.map((account) => [account.bankUserId, { ...account, user: account.bankUserId }]),
  );
}

/** When each gift's donor was told to expect an answer, as the service decides it. */
async function promisesOf({ now, school }: Context): Promise<Date[]> {
  const times = WEEKS.flatMap((week) =>
    Array.from({ length: week.gifts }, (_, nth) => givenAt(week, nth, now)),
  );
  const { timeZone } = school;
  const promises = await findPromises({ times, timeZone, days: CONFIRMATION_DAYS });
  return promises.map(({ at }) => at);
}

/** Writes the month, all or nothing. */
async function writeMonth(context: Context): Promise<void> {
  const { now, school } = context;
  const promises = await promisesOf(context);
  const weeks = WEEKS.map((week) => ({
    week,
    gifts: Array.from({ length: week.gifts }, (_, nth) =>
      giftOf(week, nth, promises.shift() as Date, context),
    ),
  }));
  const gifts = weeks.flatMap((one) => one.gifts);
  const settings = batchSettings.parse({ appeal: "POINTS" });
  const [[fundId]] = FUNDS;
  await db().$transaction([
    db().batchSettings.upsert({
      where: { schoolId: school.id },
      create: { schoolId: school.id, closeHour: null, settings },
      update: {},
    }),
    db().fund.updateMany({
      where: { schoolId: school.id, fundId, platformCode: null },
      data: { platformCode: FUND_CODE },
    }),
    db().school.update({ where: { id: school.id }, data: { confirmationDays: CONFIRMATION_DAYS } }),
    ...writesOf(gifts),
    db().giftBatch.createMany({
      data: weeks.map(({ week: { number, from, closed }, gifts: its }) => ({
        id: idOf(`batch:${number}`),
        schoolId: school.id,
        number,
        openedAt: new Date(now - from * DAY_MS),
        ...(closed !== null && {
          closedAt: new Date(now - closed * DAY_MS),
          giftCount: its.length,
          amountCents: centsOf(its),
          settings: { ...settings, giftDate: "confirmed", fundCodes: { [fundId]: FUND_CODE } },
        }),
      })),
    }),
    db().giftBatchLine.createMany({ data: gifts.map(({ line }) => line) }),
  ]);
}

/** Gives the foundation its month, once. One that has batches of its own, or that the operator set up, stays as it is. */
export async function ensureFoundation(scope: SystemScope): Promise<void> {
  const schoolId = DEMO_SCHOOL_ID;
  const batches = kysely.selectFrom("giftBatch").select("id").where("schoolId", "=", schoolId);
  if (await runForOne(batches.limit(1))) return;
  const config = await db().platformConfig.findUnique({ where: { schoolId } });
  if (config?.adapter === "stub") {
    // Gifts that its platform hasn't answered about stay there.
    if (await db().credit.findFirst({ where: { status: "pending", donation: { schoolId } } }))
      return;
    await configurePlatform(scope, schoolId, "batch", { houseAccountId: `house-${schoolId}` });
  } else if (config?.adapter !== "batch") return;
  const now = Date.now();
  const school = await db().school.findUniqueOrThrow({ where: { id: schoolId } });
  const banks = await db().bank.findMany({ where: { id: { in: [DEMO_BANK_ID, OTHER_BANK_ID] } } });
  const names = new Map(banks.map(({ id, name }) => [id, name]));
  await writeMonth({ now, school, accounts: await ensureAccounts(now), banks: names });
}
