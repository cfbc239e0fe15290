/** Marks gifts as thanked for, and as not thanked for. */
import { validate as isUuid } from "uuid";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { pathWithQuery } from "#app/paths.ts";
import { markThanked, markUnthanked } from "#lib/donors/acknowledgments.ts";
import { time } from "#lib/fields.ts";
import { DONORS, readDonorFilter, readUntil } from "./donor-filter.ts";

/** @throws FormError if none is selected */
function selectedIn(fields: URLSearchParams): string[] {
  const ids = fields.getAll("selected").filter((id) => isUuid(id));
  if (ids.length === 0) throw new FormError("Select at least one gift.");
  return ids;
}

const CHANGED =
  "Another gift was confirmed in the meantime. Nothing was marked. Check the list and try again.";

export const forms = {
  mark: staffForm("school", "acknowledgments.change", {
    page: `${DONORS}?show=to_thank`,
    submit: async ({ scope, fields }) => {
      const { filter } = await readDonorFilter(scope, Object.fromEntries(fields));
      const ids = fields.get("all") === "1" ? null : selectedIn(fields);
      const until = readUntil(fields.get("until"));
      const expected = Number(fields.get("expected"));
      const marked = await markThanked(scope, { ...filter, ids, until, expected });
      if (marked === null) throw new FormError(CHANGED);
      const { count, at } = marked;
      const done = { show: "to_thank", marked: String(count), at: at?.toISOString() };
      return pathWithQuery(DONORS, done);
    },
  }),

  unmark: staffForm("school", "acknowledgments.change", {
    page: `${DONORS}?show=thanked`,
    submit: async ({ scope, fields }) => {
      const at = time.safeParse(fields.get("at") ?? "").data;
      const unmarked = await markUnthanked(scope, at ?? selectedIn(fields));
      const show = at ? "to_thank" : "thanked";
      return pathWithQuery(DONORS, { show, unmarked: String(unmarked) });
    },
  }),
};
