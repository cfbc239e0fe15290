/** Choosing a school. */
import { findSchools, readSearch } from "#app/find-schools.ts";
import { toFields } from "#app/giving/form.ts";
import { SchoolPicker } from "#components/embed/school-picker.tsx";
import { suggestSchools } from "#lib/embed/suggested-schools.ts";
import { InvalidInput } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";
import { listSchools as contract } from "#lib/schools/contract.ts";
import { listSchools } from "#lib/schools/queries.ts";
import { cancelHref, type FlowRequest } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";

/** What a search means, best match first; without one, a page of all schools, the first if the cursor is invalid. */
async function find({ fields }: FlowRequest, search: string) {
  if (search) {
    return { ...(await findSchools(search)), nextCursor: null, isFirst: true };
  }
  const read = (more: Record<string, string>) =>
    listSchools(checkBody(contract.query, { limit: "25", ...more }));
  const cursor = fields.get("after");
  try {
    return { ...(await read(cursor ? { cursor } : {})), isFirst: !cursor };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { ...(await read({})), isFirst: true };
  }
}

const NONE = { preferred: [], given: [] };

/** @param notice why there has to be another choice */
export async function schoolStep(
  flowRequest: FlowRequest,
  notice: string | null = null,
): Promise<FlowResponse> {
  const { token, session, fields, entered } = flowRequest;
  const search = readSearch(fields.get("search"));
  const found = await find(flowRequest, search);
  const likely =
    !search && found.isFirst
      ? await suggestSchools(session.scope, session.preferredSchoolId)
      : NONE;
  const content = (
    <SchoolPicker
      carries={{ token, ...toFields(entered) }}
      notice={notice}
      search={search}
      total={found.total}
      preferred={likely.preferred}
      given={likely.given}
      found={found.items}
      nextCursor={found.nextCursor}
      cancel={cancelHref(session)}
    />
  );
  return { status: 200, page: { title: "Pick your school", content }, session };
}
