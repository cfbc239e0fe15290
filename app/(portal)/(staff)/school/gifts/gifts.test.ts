import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { readFormState } from "#app/forms/form-state.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { getGift, listGiftsWithTotals, readHistory } from "#lib/batches/queries.ts";
import { listViews, MAX_VIEWS } from "#lib/batches/saved-views.ts";
import { dayAt } from "#lib/calendar.ts";
import { db } from "#lib/database/prisma.ts";
import { env } from "#lib/env.ts";
import { type BatchSchool, fillBatch, makeBatchSchool, pushAgain } from "#test/batches.ts";
import { makeCardholder } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { postForm } from "#test/staff-form.ts";
import { teamTimeZone } from "../../date-filter.ts";
import { GET as exportGifts } from "./export/route.ts";
import { readGiftFilter } from "./gift-filter.ts";

const save = "/school/gifts/views/save";
const remove = "/school/gifts/views/remove";
const confirm = "/school/gifts/[gift]/confirm";
const refuse = "/school/gifts/[gift]/refuse/submit";

let school: BatchSchool;

beforeEach(async () => {
  jar.clear();
  school = await makeBatchSchool();
  const { personId: cardholderId, familyId } = school.scope;
  await signInBrowser({ cardholderId, familyId });
});

const post = (form: string, fields: Record<string, string>, params = {}) =>
  postForm(form, school.scope, fields, params);

const errorsAt = async (url: URL) =>
  (await readFormState(Object.fromEntries(url.searchParams)))?.errors;

const exported = async (query: string) => {
  const answer = await exportGifts(
    new Request(`${env().publicBaseUrl}/school/gifts/export${query}`),
  );
  return { status: answer.status, lines: (await answer.text()).trim().split("\r\n") };
};

describe("the list's filter", () => {
  it("is the same for the list, its totals, and its export", async () => {
    const person = await makeCardholder();
    const own = { ...school, bank: person.bank };
    const { ids, batchId } = await fillBatch(own, 2, { service_user_id: person.accountId });
    await fillBatch(school, 1, { dollar_amount: 1_240.5, fund_designation: "rowing" });
    const find = async (query: Record<string, string>) => {
      const { filters } = await readGiftFilter(school.scope, query);
      if (!filters) throw new Error("the filter can't be read");
      const all = await listGiftsWithTotals(school.scope, { ...filters, limit: 50 });
      const { items, total, cents } = all;
      const first = await listGiftsWithTotals(school.scope, { ...filters, limit: 1 });
      expect([first.total, first.cents]).toEqual([total, cents]);
      const { lines } = await exported(`?${new URLSearchParams(query)}`);
      expect([items.length, lines.length - 1]).toEqual([total, total]);
      return [total, cents];
    };
    const day = dayAt(new Date(), await teamTimeZone(school.scope));
    expect(await find({})).toEqual([3, 129_050]);
    expect(await find({ donor: person.email, fund: "annual-fund" })).toEqual([2, 5_000]);
    expect(await find({ amount: "$1,240.50", status: "pending", from: day, to: day })).toEqual([
      1, 124_050,
    ]);
    expect(await find({ gift: ids[0] ?? "" })).toEqual([1, 2_500]);
    // The open one, which the third gift has entered, too.
    expect(await find({ batch_id: batchId, amount: "25" })).toEqual([2, 5_000]);
    expect(await find({ batch_id: randomUUID() })).toEqual([0, 0]);
    expect(await find({ fund: "rowing", donor: "Pat" })).toEqual([0, 0]);
    expect(await find({ donor: "Pat\0" })).toEqual([0, 0]);
    const createdAt = new Date("2026-01-05T12:00:00Z");
    await db().donation.update({ where: { id: ids[0] ?? "" }, data: { createdAt } });
    expect(await find({ from: day })).toEqual([2, 126_550]);
  });

  it("is never ignored if it can't be read", async () => {
    const { filters, errors } = await readGiftFilter(school.scope, {
      gift: "G-12",
      amount: "10.005",
    });
    expect(filters).toBeNull();
    expect(Object.keys(errors)).toEqual(["gift", "amount"]);
    expect((await exported("?amount=x")).status).toBe(400);
  });
});

describe("a saved view", () => {
  it("is the whole team's, under a name of its own, up to a number of them", async () => {
    const filter = { donor: "Pat", status: "pending" };
    const to = await post(save, { ...filter, name: " Pat’s gifts ", page: "9" });
    expect(to.search).toBe("?donor=Pat&status=pending&done=saved");
    const [view] = await listViews(school.scope);
    expect(view).toMatchObject({ name: "Pat’s gifts", filter });
    expect(await errorsAt(await post(save, { ...filter, name: "PAT’S GIFTS" }))).toEqual({
      name: "Another view has this name.",
    });
    expect(await errorsAt(await post(save, { ...filter, name: "x".repeat(61) }))).toHaveProperty(
      "name",
    );
    expect(await errorsAt(await post(save, { donor: "x".repeat(201), name: "Long" }))).toEqual({
      "": "This filter is too long to save.",
    });
    for (let n = 1; n < MAX_VIEWS; n++) await post(save, { ...filter, name: `View ${n}` });
    expect(await errorsAt(await post(save, { ...filter, name: "One more" }))).toEqual({
      "": expect.stringContaining("20 views"),
    });
    const other = await makeBatchSchool();
    expect(await listViews(other.scope)).toEqual([]);
    await post(remove, { view_id: view?.id ?? "" });
    expect(await listViews(school.scope)).toHaveLength(MAX_VIEWS - 1);
  });
});

describe("a decision on a gift's page", () => {
  it("confirms it or refuses it once, and its history says who did", async () => {
    const { ids, batchId } = await fillBatch(school, 2);
    const [one = "", two = ""] = ids;
    const decideOn = (handler: string, gift: string, text: string) =>
      post(handler, { confirmation_number: text, refusal_reason: text }, { gift });
    expect(await errorsAt(await decideOn(confirm, one, "TU-1"))).toEqual({
      gift: "This gift isn't in a closed batch.",
    });
    await closeBatch(school.scope, batchId);
    expect(await errorsAt(await decideOn(confirm, one, " "))).toHaveProperty("confirmation_number");
    expect(await errorsAt(await decideOn(refuse, two, ""))).toEqual({
      refusal_reason: "Enter a reason.",
    });
    const { gift_number: number } = await getGift(school.scope, one);
    expect((await decideOn(confirm, number, " TU-1 ")).search).toBe("");
    expect((await decideOn(confirm, number, "TU-1")).search).toBe("?done=before");
    expect((await errorsAt(await decideOn(refuse, one, "No fund")))?.gift).toContain(
      "already confirmed",
    );
    await decideOn(refuse, two, "No such fund");
    await pushAgain(one);
    const history = await readHistory(school.scope, one);
    expect(history).toMatchObject({ batchNumber: 1, confirmationNumber: "TU-1" });
    expect(history.decidedBy).toMatch(/@/);
    expect(history.enteredAt).toBeInstanceOf(Date);
    expect(await readHistory(school.scope, two)).toMatchObject({ refusalReason: "No such fund" });
    expect(await getGift(school.scope, one)).toMatchObject({ status: "completed" });
  });
});
