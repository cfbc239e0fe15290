import { describe, expect, it } from "vitest";
import { call, violationsIn } from "../api.ts";
import { makeBank } from "../factories.ts";
import { operation } from "../operations.ts";
import { listsOf } from "./lists.ts";
import { walk, walkLarge } from "./walk.ts";

const lists = await listsOf(await makeBank());

describe.each(lists)("$id, 200 rows created at the same time", (list) => {
  it("returns each row exactly once, with limits of 3, 50 and 100, during inserts and deletions", async () => {
    const stable = new Set(await list.add(200));
    for (const limit of [3, 50, 100]) await walk(list, limit, stable);
    await list.remove([...stable]);
  });

  it.skipIf(!list.otherQuery)("rejects a cursor with different filters", async () => {
    const rows = await list.add(3);
    const tested = operation(list.id);
    const ask = (query: Record<string, string>) =>
      call(tested, { ...list.by, params: list.params, query });
    const { next_cursor: cursor } = (await ask({ ...list.query, limit: "1" })).body.meta;
    expect((await ask({ ...list.query, limit: "2", cursor })).status).toBe(200);
    const other = await ask({ ...list.otherQuery, cursor });
    expect(other.status).toBe(422);
    expect(violationsIn(other.body)).toEqual(["query.cursor cursor_invalid"]);
    await list.remove(rows);
  });
});

const largeLists = (await listsOf(await makeBank())).filter(({ enlarge }) => enlarge);

describe.each(largeLists)("$id, with rows of maximum size", (list) => {
  it("ends a page at 512 KiB, and continues at its cursor", async () => {
    const rows = await list.add(20);
    await list.enlarge?.(rows);
    await walkLarge(list, rows);
  });
});
