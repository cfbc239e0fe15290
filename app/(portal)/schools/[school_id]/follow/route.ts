/** Handles every "Follow" button and redirects back to its page. */
import { FormError } from "#app/forms/form-errors.ts";
import { type FormPost, portalForm } from "#app/forms/form-route.ts";
import { returnPath } from "#app/paths.ts";
import { followSchool } from "#lib/schools/mutations.ts";

const FOLLOW_VALUES: Record<string, boolean> = { true: true, false: false };

const backPath = ({ fields }: FormPost) => returnPath(fields.get("back"), "/schools");

/** The page of the button, with a parameter that makes it show the result. */
function pathWithResult(path: string, schoolId: string): string {
  const { pathname, searchParams } = new URL(path, "http://ours");
  searchParams.set("done", schoolId);
  return `${pathname}?${searchParams}`;
}

export const POST = portalForm({
  page: backPath,
  messages: { SCHOOL_NOT_FOUND: "This school is no longer listed." },
  async submit(sent) {
    const follow = FOLLOW_VALUES[sent.fields.get("follow") ?? ""];
    if (follow === undefined) throw new FormError("That didn’t work. Please try again.");
    const schoolId = sent.params.school_id as string;
    await followSchool(sent.scope, schoolId, follow);
    return pathWithResult(backPath(sent), schoolId);
  },
});
