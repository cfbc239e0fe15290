import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { returnPath } from "#app/paths.ts";
import { followSchool } from "#lib/schools/mutations.ts";

const FOLLOW_VALUES: Record<string, boolean> = { true: true, false: false };

/** The page of the button, with a parameter that makes it show the result. */
function pathWithResult(path: string, schoolId: string): string {
  const { pathname, searchParams } = new URL(path, "http://ours");
  searchParams.set("done", schoolId);
  return `${pathname}?${searchParams}`;
}

export const forms = {
  /** Every "Follow" button. Redirects back to its page. */
  "[school_id]/follow": portalForm({
    page: ({ fields }) => returnPath(fields.get("back"), "/schools"),
    messages: { SCHOOL_NOT_FOUND: "This school is no longer listed." },
    async submit({ scope, fields, params, page }) {
      const follow = FOLLOW_VALUES[fields.get("follow") ?? ""];
      if (follow === undefined) throw new FormError("That didn’t work. Please try again.");
      const schoolId = params.school_id as string;
      await followSchool(scope, schoolId, follow);
      return pathWithResult(page, schoolId);
    },
  }),
};
