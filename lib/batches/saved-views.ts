/** Filters of the gift list that a team has saved under a name. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { nameOfActor } from "../auth/actors.ts";
import { audit } from "../auth/audit.ts";
import { recheck } from "../auth/permissions.ts";
import type { SchoolScope } from "../auth/scopes.ts";
import { run, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, transaction } from "../database/transaction.ts";
import { line } from "../fields.ts";

export const MAX_VIEWS = 20;

/** The page's query parameters that make a filter, in order. */
export const FILTER_FIELDS = [
  "show",
  "q",
  "date",
  "from",
  "to",
  "min",
  "max",
  "fund",
  "bank",
  "batch",
] as const;

const value = line({ min: 1, max: 200 });

export const newView = z.object({
  name: line({ min: 1, max: 60 }),
  filter: z.partialRecord(z.enum(FILTER_FIELDS), value),
});

export type GiftFilter = z.output<typeof newView>["filter"];

export type GiftView = { id: string; name: string; filter: GiftFilter };

const viewsOf = (schoolId: string) =>
  kysely.selectFrom("giftView").where("schoolId", "=", schoolId);

export const listViews = ({ schoolId }: SchoolScope): Promise<GiftView[]> =>
  run(
    viewsOf(schoolId)
      .select(["id", "name", "filter"])
      .orderBy("name")
      .orderBy("id")
      .limit(MAX_VIEWS)
      .$castTo<GiftView>(),
  );

/**
 * Saves a view for the whole team.
 * @returns why it can't, if so
 * @throws ServiceError as `recheck`
 */
export async function saveView(
  scope: SchoolScope,
  { name, filter }: z.output<typeof newView>,
): Promise<"saved" | "too_many" | "name_taken"> {
  const { schoolId } = scope;
  return transaction(async (tx) => {
    await advisoryLock(tx, `gift-views:${schoolId}`);
    await recheck(tx, scope, "gift-views.change");
    const views = await run(viewsOf(schoolId).select("name"), tx);
    if (views.length >= MAX_VIEWS) return "too_many";
    if (views.some((view) => view.name.toLowerCase() === name.toLowerCase())) return "name_taken";
    const view = { id: uuidv7(), schoolId, name, filter, createdBy: nameOfActor(scope.actor) };
    await run(kysely.insertInto("giftView").values(view), tx);
    await audit(tx, scope, "gift-view.save", schoolId, { name });
    return "saved";
  });
}

/** Removes a view. @returns false if the school has none with this ID @throws ServiceError as `recheck` */
export async function removeView(scope: SchoolScope, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const removal = kysely
    .deleteFrom("giftView")
    .where("id", "=", id)
    .where("schoolId", "=", scope.schoolId)
    .returning("name");
  return transaction(async (tx) => {
    await recheck(tx, scope, "gift-views.change");
    const removed = await runForOne(removal, tx);
    if (!removed) return false;
    await audit(tx, scope, "gift-view.remove", scope.schoolId, { name: removed.name });
    return true;
  });
}
