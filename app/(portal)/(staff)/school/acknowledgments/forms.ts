/** The forms of acknowledgments. */
import { validate as isUuid } from "uuid";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { pathWithQuery } from "#app/paths.ts";
import { markThanked, markUnthanked } from "#lib/donors/acknowledgments.ts";
import { time } from "#lib/fields.ts";
import { ACKNOWLEDGMENTS, readUntil } from "./until.ts";

/** @throws FormError if none is selected */
function selectedIn(fields: URLSearchParams): string[] {
  const ids = fields.getAll("gift").filter((id) => isUuid(id));
  if (ids.length === 0) throw new FormError("Select at least one gift.");
  return ids;
}

const CHANGED =
  "Another gift was confirmed in the meantime. Nothing was marked. Check the list and try again.";

export const forms = {
  mark: staffForm("school", "acknowledgments.change", {
    submit: async ({ scope, fields }) => {
      const ids = fields.get("all") === "1" ? null : selectedIn(fields);
      const until = readUntil(fields.get("until"));
      const expected = Number(fields.get("expected"));
      const marked = await markThanked(scope, { ids, until, expected });
      if (marked === null) throw new FormError(CHANGED);
      const { count, at } = marked;
      return pathWithQuery(ACKNOWLEDGMENTS, { marked: String(count), at: at?.toISOString() });
    },
  }),

  unmark: staffForm("school", "acknowledgments.change", {
    page: `${ACKNOWLEDGMENTS}?show=thanked`,
    submit: async ({ scope, fields }) => {
      const at = time.safeParse(fields.get("at") ?? "").data;
      const unmarked = await markUnthanked(scope, at ?? selectedIn(fields));
      const done = { unmarked: String(unmarked) };
      return pathWithQuery(ACKNOWLEDGMENTS, at ? done : { show: "thanked", ...done });
    },
  }),
};
