import { beforeEach, describe, expect, it } from "vitest";
import { push } from "#test/attempts.ts";
import { donationBody, makeBank, makeSchool } from "#test/factories.ts";
import { db } from "../database/prisma.ts";
import { requestDonation } from "./accept/mutations.ts";
import { donationRequest } from "./contract.ts";
import { announceRecurrences } from "./events.ts";

const DAY_MS = 86_400_000;

beforeEach(async () => {
  await db().donation.updateMany({ data: { recurrenceDueAt: null } });
});

async function completed(changes: Parameters<typeof donationBody>[1]) {
  const bank = await makeBank();
  const body = donationRequest.parse(donationBody(await makeSchool(), changes));
  const { donation_id: id, created_at } = await requestDonation(bank.scope, body);
  await push(id);
  return { id, createdAt: new Date(created_at) };
}

const eventsOf = async (donationId: string) =>
  (await db().event.findMany({ where: { donationId }, orderBy: { sequence: "asc" } })).map(
    ({ body }) => JSON.parse(body),
  );

const later = (days: number) => new Date(Date.now() + days * DAY_MS);

describe("a recurring donation", () => {
  it.each([
    ["monthly", 27, 32],
    ["quarterly", 88, 93],
  ] as const)(
    "that is %s is announced once when it is due, and not before",
    async (cadence, early, due) => {
      const { id } = await completed({ recurring: true, recurrence_cadence: cadence });
      expect(await announceRecurrences(later(early), 100)).toBe(0);
      const announced = await Promise.all([
        announceRecurrences(later(due), 100),
        announceRecurrences(later(due), 100),
      ]);
      expect(announced[0] + announced[1]).toBe(1);
      expect(await announceRecurrences(later(due + 200), 100)).toBe(0);
      const events = await eventsOf(id);
      expect(events.map(({ type, data }) => [type, data.sequence])).toEqual([
        ["donation.completed", 1],
        ["donation.recurrence_due", 2],
      ]);
      expect(events[1].data).toMatchObject({ donation_id: id, recurrence_cadence: cadence });
    },
  );
});

it("announces nothing for a donation that doesn't recur, or that failed", async () => {
  await completed({ recurring: false, recurrence_cadence: "monthly" });
  await completed({ recurring: true, dollar_amount: 25.91 });
  expect(await announceRecurrences(later(400), 100)).toBe(0);
});
