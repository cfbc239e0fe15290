/** Handles every "Follow" button and redirects to the page where it was pressed. */
import { FormError } from "#app/forms/form-errors.ts";
import { portalForm, type Sent } from "#app/forms/form-route.ts";
import { returnPath } from "#app/paths.ts";
import { followSchool } from "#lib/schools/mutations.ts";

const ANSWERS: Record<string, boolean> = { true: true, false: false };

const cameFrom = ({ fields }: Sent) => returnPath(fields.get("back"), "/schools");

/** The page where it was pressed, which then shows the result. */
function backWith(path: string, schoolId: string): string {
  const { pathname, searchParams } = new URL(path, "http://ours");
  searchParams.set("done", schoolId);
  return `${pathname}?${searchParams}`;
}

export const POST = portalForm({
  page: cameFrom,
  messages: { SCHOOL_NOT_FOUND: "This school is no longer listed." },
  async submit(sent) {
    const follow = ANSWERS[sent.fields.get("follow") ?? ""];
    if (follow === undefined) throw new FormError("That didn’t work. Please try again.");
    const schoolId = sent.params.school_id as string;
    await followSchool(sent.scope, schoolId, follow);
    return backWith(cameFrom(sent), schoolId);
  },
});
