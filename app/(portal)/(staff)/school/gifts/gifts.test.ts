import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { readFormState } from "#app/forms/form-state.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { confirmationRequest } from "#lib/batches/contract.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import {
  findDonor,
  type GiftOrder,
  getGift,
  listGiftsWithTotals,
  readHistory,
} from "#lib/batches/queries.ts";
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
const refuse = "/school/gifts/[gift]/refuse";

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
      const { filters, order } = await readGiftFilter(school.scope, query);
      if (!filters) throw new Error("the filter can't be read");
      const all = await listGiftsWithTotals(school.scope, { ...filters, order, limit: 50 });
      const { items, total, cents } = all;
      const first = await listGiftsWithTotals(school.scope, { ...filters, limit: 1 });
      expect([first.total, first.cents]).toEqual([total, cents]);
      const { lines } = await exported(`?${new URLSearchParams(query)}`);
      expect([items.length, lines.length - 1]).toEqual([total, total]);
      return [total, cents];
    };
    const day = dayAt(new Date(), await teamTimeZone(school.scope));
    expect(await find({})).toEqual([3, 129_050]);
    expect(await find({ q: person.email, fund: "annual-fund" })).toEqual([2, 5_000]);
    expect(await find({ q: "$1,240.50", show: "open", from: day, to: day })).toEqual([1, 124_050]);
    expect(await find({ q: ids[0] ?? "" })).toEqual([1, 2_500]);
    // The open one, which the third gift has entered, too.
    expect(await find({ batch: batchId, min: "25", max: "$1,000" })).toEqual([2, 5_000]);
    expect(await find({ min: "25.01" })).toEqual([1, 124_050]);
    expect(await find({ max: "24.99" })).toEqual([0, 0]);
    expect(await find({ batch: randomUUID() })).toEqual([0, 0]);
    expect(await find({ bank: own.bank.bankId, show: "to_confirm" })).toEqual([0, 0]);
    expect(await find({ fund: "rowing", q: "Pat" })).toEqual([0, 0]);
    expect(await find({ q: "Pat\0" })).toEqual([0, 0]);
    await closeBatch(school.scope, batchId);
    expect(await find({ show: "to_confirm" })).toEqual([3, 129_050]);
    const decision = [{ gift: ids[1] ?? "", confirmation_number: "TU-1" }];
    await confirmGifts(school.scope, confirmationRequest.parse({ gifts: decision }), false);
    await pushAgain(ids[1] ?? "");
    // Their own number, which isn't an amount or a name.
    expect(await find({ q: "TU-1" })).toEqual([1, 2_500]);
    expect(await find({ show: "confirmed" })).toEqual([1, 2_500]);
    expect(await find({ show: "waiting", q: "tu-1" })).toEqual([0, 0]);
    const createdAt = new Date("2026-01-05T12:00:00Z");
    await db().donation.update({ where: { id: ids[0] ?? "" }, data: { createdAt } });
    expect(await find({ from: day })).toEqual([2, 126_550]);
  });

  it("finds a name among the latest gifts, and a donor's address among all", async () => {
    const person = await makeCardholder();
    const gift = { service_user_id: person.accountId };
    const { ids } = await fillBatch({ ...school, bank: person.bank }, 1, gift);
    await fillBatch(school, 2);
    const createdAt = new Date("2026-01-05T12:00:00Z");
    await db().donation.update({ where: { id: ids[0] ?? "" }, data: { createdAt } });
    const find = async (text: string, to?: Date) => {
      const donor = await findDonor(school.scope, text, to, 2);
      return (await listGiftsWithTotals(school.scope, { ...donor, to, limit: 9 })).total;
    };
    expect(await find("Pat")).toBe(0);
    expect(await find("Pat", new Date("2026-01-06T00:00:00Z"))).toBe(1);
    expect(await find(person.email.toUpperCase())).toBe(1);
    expect(await find("someone@else.example")).toBe(0);
  });

  it("is never ignored if it can't be read", async () => {
    const { filters, errors } = await readGiftFilter(school.scope, { min: "x", max: "10.005" });
    expect(filters).toBeNull();
    expect(Object.keys(errors)).toEqual(["min", "max"]);
    expect((await exported("?min=x")).status).toBe(400);
  });

  it("keeps its order over pages, in either direction and by amount", async () => {
    for (const dollar_amount of [30, 10, 20, 10]) await fillBatch(school, 1, { dollar_amount });
    const inOrder = async (order: GiftOrder) => {
      const amounts = [];
      let cursor: string | undefined;
      do {
        const page = await listGiftsWithTotals(school.scope, { order, limit: 1, cursor });
        amounts.push(...page.items.map(({ amountCents }) => amountCents / 100));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return amounts;
    };
    expect(await inOrder("latest")).toEqual([10, 20, 10, 30]);
    expect(await inOrder("oldest")).toEqual([30, 10, 20, 10]);
    expect(await inOrder("largest")).toEqual([30, 20, 10, 10]);
    expect(await inOrder("smallest")).toEqual([10, 10, 20, 30]);
  });

  it("exports only the selected gifts, of this school", async () => {
    const { numbers } = await fillBatch(school, 3);
    const other = await fillBatch(await makeBatchSchool(), 1);
    const selected = [numbers[0], numbers[2], other.numbers[0]].map((one) => [
      "selected",
      one ?? "",
    ]);
    const { lines } = await exported(`?${new URLSearchParams(selected)}`);
    expect(lines).toHaveLength(3);
  });
});

describe("a saved view", () => {
  it("is the whole team's, under a name of its own, up to a number of them", async () => {
    const filter = { show: "waiting", q: "Pat" };
    const to = await post(save, { ...filter, name: " Pat’s gifts ", page: "9" });
    expect(to.search).toBe("?show=waiting&q=Pat&done=saved");
    const [view] = await listViews(school.scope);
    expect(view).toMatchObject({ name: "Pat’s gifts", filter });
    expect(await errorsAt(await post(save, { ...filter, name: "PAT’S GIFTS" }))).toEqual({
      name: "Another view has this name.",
    });
    expect(await errorsAt(await post(save, { ...filter, name: "x".repeat(61) }))).toHaveProperty(
      "name",
    );
    expect(await errorsAt(await post(save, { q: "x".repeat(201), name: "Long" }))).toEqual({
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

describe("several gifts in one table", () => {
  const confirmEach = "/school/gifts/confirm/submit";

  it("are confirmed once none of their numbers is wrong; those without one are left", async () => {
    const { ids, numbers, batchId } = await fillBatch(school, 3);
    await closeBatch(school.scope, batchId);
    const [one = "", two = "", three = ""] = numbers;
    const typed = { [`number:${one}`]: "TU-1", [`number:${two}`]: "n/a", [`number:${three}`]: " " };
    const back = await post(confirmEach, typed);
    expect(back.searchParams.getAll("selected")).toEqual([one, two, three]);
    const state = await readFormState(Object.fromEntries(back.searchParams));
    expect(state?.errors).toEqual({ [`number:${two}`]: expect.stringMatching(/\.$/) });
    expect(state?.values).toMatchObject({ [`number:${one}`]: "TU-1", [`number:${two}`]: "n/a" });
    expect(await readHistory(school.scope, ids[0] ?? "")).toMatchObject({ decidedAt: null });
    expect(await errorsAt(await post(confirmEach, { [`number:${one}`]: "" }))).toEqual({
      "": expect.stringContaining("at least one"),
    });
    const done = await post(confirmEach, { ...typed, [`number:${two}`]: "TU-2" });
    expect(done.search).toBe("?done=confirmed");
    const decided = await Promise.all(ids.map((id) => readHistory(school.scope, id)));
    expect(decided.map(({ confirmationNumber }) => confirmationNumber)).toEqual([
      "TU-1",
      "TU-2",
      null,
    ]);
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
