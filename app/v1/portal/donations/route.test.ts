import { beforeAll, describe, expect, it } from "vitest";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { donationRequest } from "#lib/donations/contract.ts";
import { call, violationsIn } from "#test/api.ts";
import {
  acceptLink,
  type Cardholder,
  donationBody,
  linkBody,
  makeBank,
  makeCardholder,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const list = operation("listPortalDonations");
const get = operation("getPortalDonation");

let person: Cardholder;
let [one, two] = [] as unknown as [string, string];
const ids: string[] = [];

/** The days of the donations, oldest first. */
const DAYS = ["2026-01-01", "2026-01-02", "2026-01-03"].map((day) => `${day}T12:00:00.000Z`);

async function give(accountId: string, scope: Cardholder["bank"]["scope"], school: string) {
  const body = donationBody(school, { service_user_id: accountId });
  return (await requestDonation(scope, donationRequest.parse(body))).donation_id;
}

beforeAll(async () => {
  person = await makeCardholder();
  [one, two] = [await makeSchool({ name: "One State" }), await makeSchool()];
  const other = await makeBank();
  const link = { ...linkBody(), email: person.email };
  const elsewhere = (await linkAccount(other.scope, link)).service_user_id;
  await acceptLink(elsewhere);
  ids.push(await give(person.accountId, person.bank.scope, one));
  ids.push(await give(elsewhere, other.scope, two));
  ids.push(await give(person.accountId, person.bank.scope, one));
  for (const [at, id] of ids.entries()) {
    const createdAt = new Date(DAYS[at] as string);
    const completed = at === 0 ? { status: "completed", completedAt: createdAt } : {};
    await db().donation.update({ where: { id }, data: { createdAt, ...completed } });
  }
});

const ask = (query: Record<string, string>, token = person.token) => call(list, { token, query });
const idsOf = (body: { data: { donation_id: string }[] }) => body.data.map((d) => d.donation_id);

describe("GET", () => {
  it("lists the donations of all accounts, newest first", async () => {
    const { body } = await ask({});
    expect(idsOf(body)).toEqual(ids.toReversed());
    expect(body.meta).toMatchObject({ total: 3, limit: 25, next_cursor: null });
    expect(body.data[2]).toMatchObject({
      status: "completed",
      channel: "bank",
      school_name: "One State",
      fund_name: "Annual Fund",
      receipt_available: true,
    });
    expect(body.data[0]).toMatchObject({ status: "pending", receipt_available: false });
  });

  it.each([
    ["a status", { status: "completed" }, [0]],
    ["a status without donations", { status: "lost" }, []],
    ["from, inclusive", { from: DAYS[1] as string }, [2, 1]],
    ["to, exclusive", { to: DAYS[2] as string }, [1, 0]],
    ["from and to", { from: DAYS[1] as string, to: DAYS[2] as string }, [1]],
    ["all of them", { status: "pending", from: DAYS[0] as string, to: DAYS[2] as string }, [1]],
  ] as [string, Record<string, string>, number[]][])("filters by %s", async (_, query, found) => {
    const { body } = await ask(query);
    expect(idsOf(body)).toEqual(found.map((at) => ids[at]));
    expect(body.meta.total).toBe(found.length);
  });

  it("filters by school", async () => {
    expect(idsOf((await ask({ school_id: two })).body)).toEqual([ids[1]]);
    expect((await ask({ school_id: "nowhere" })).body.meta.total).toBe(0);
  });

  it("paginates with a cursor bound to the filters and the cardholder", async () => {
    const first = await ask({ limit: "2" });
    const cursor = first.body.meta.next_cursor;
    expect(idsOf((await ask({ limit: "1", cursor })).body)).toEqual([ids[0]]);
    const refused = [
      await ask({ cursor, status: "pending" }),
      await ask({ cursor }, (await makeCardholder()).token),
    ];
    for (const { body } of refused) {
      expect(violationsIn(body)).toEqual(["query.cursor cursor_invalid"]);
    }
  });

  it("returns no other cardholder's", async () => {
    const stranger = await makeCardholder(person.bank);
    expect((await ask({}, stranger.token)).body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it("lists every violation at once", async () => {
    const query = { from: "yesterday", to: "2026", limit: "101" };
    expect(violationsIn((await ask(query)).body)).toEqual([
      "query.from datetime_parsing",
      "query.limit less_than_equal",
      "query.to datetime_parsing",
    ]);
  });
});

describe("GET of one", () => {
  const find = (donation_id: string, token = person.token) =>
    call(get, { token, params: { donation_id } });

  it("returns what the list returns", async () => {
    const { body } = await find(ids[0] as string);
    expect(body.data).toEqual((await ask({ status: "completed" })).body.data[0]);
  });

  it("accepts an id in either case", async () => {
    expect((await find((ids[1] as string).toUpperCase())).status).toBe(200);
  });

  it("answers 404 for another cardholder's donation", async () => {
    const stranger = await makeCardholder(person.bank);
    const answer = await find(ids[0] as string, stranger.token);
    expect(answer.body.error.code).toBe("DONATION_NOT_FOUND");
  });

  it("rejects an invalid id", async () => {
    expect(violationsIn((await find("mine")).body)).toEqual(["path.donation_id uuid_parsing"]);
  });
});
