import { describe, it } from "vitest";
import { makeBank } from "../factories.ts";
import { listsOf } from "./lists.ts";
import { walk } from "./walk.ts";

const lists = await listsOf(await makeBank());

describe.each(lists)("$id, a thousand rows created at the same time", (list) => {
  it("returns each row exactly once for every limit from 1 to 100, during inserts and deletions", async () => {
    const stable = new Set(await list.add(1_000));
    for (let limit = 1; limit <= 100; limit++) await walk(list, limit, stable);
  });
});
