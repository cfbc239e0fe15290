/** The school picker: suggestions first, then a page of all schools. */
import { findSchools, readSearch } from "#app/find-schools.ts";
import { toFields } from "#app/giving/form.ts";
import { pageAtCursor } from "#app/page-links.tsx";
import { EmbedForm, FlowHeader } from "#components/embed/parts.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { type ListedSchool, suggestSchools } from "#lib/embed/suggested-schools.ts";
import { checkBody } from "#lib/http/request.ts";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import { listSchools as contract, type SchoolBranding } from "#lib/schools/contract.ts";
import { drawMonogram } from "#lib/schools/pictures.ts";
import { listSchools } from "#lib/schools/queries.ts";
import { cancelHref, type FlowRequest } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";

/** A school's logo. Part of the page: a request for each of 25 would weigh more than the page. */
function Logo({ look }: { look: SchoolBranding | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="size-6 shrink-0 overflow-hidden rounded-box bg-line *:size-full"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing
      dangerouslySetInnerHTML={{ __html: look ? drawMonogram(look) : "" }}
    />
  );
}

type SchoolChoicesProps = {
  title: string;
  schools: ListedSchool[];
  looks: ReadonlyMap<string, SchoolBranding>;
};

/** A titled list of schools, each a button that chooses it. Renders nothing for an empty list. */
function SchoolChoices({ title, schools, looks }: SchoolChoicesProps) {
  if (schools.length === 0) return null;
  return (
    <section className="mt-2">
      <h2 className="display mb-0.5 text-d22">{title}</h2>
      <ul>
        {schools.map(({ school_id, name, city, state, conference }) => (
          <li key={school_id}>
            <button
              type="submit"
              name="school_id"
              value={school_id}
              className="row flex min-h-8 w-full cursor-pointer flex-wrap items-center gap-1.5 border-line border-t py-1 text-left"
            >
              <Logo look={looks.get(school_id)} />
              <span className="min-w-min flex-1">
                <span className="block font-strong">{name}</span>
                <span className="block text-quiet text-small">
                  {city}, {state} · {conference}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Count({ search, total }: { search: string; total: number }) {
  return (
    <p role="status" className="mt-1.5 text-quiet text-small">
      {total === 1 ? "1 school" : `${total} schools`}
      {search && ` for “${search}”`}
      {total === 0 && ". Try a nickname, a city, or fewer letters."}
    </p>
  );
}

/** Search results, best match first. Without a search, a page of all schools: the first if the cursor is invalid. */
async function find({ fields }: FlowRequest, search: string) {
  if (search) return { ...(await findSchools(search)), nextCursor: null, isFirst: true };
  return pageAtCursor(fields.get("after") ?? undefined, (cursor) =>
    listSchools(checkBody(contract.query, { limit: "25", ...(cursor ? { cursor } : {}) })),
  );
}

const NONE = { preferred: [], given: [] };

/** @param notice why the customer has to choose again */
export async function schoolStep(
  flowRequest: FlowRequest,
  notice: string | null = null,
): Promise<FlowResponse> {
  const { token, session, fields, entered } = flowRequest;
  const search = readSearch(fields.get("search"));
  const [found, looks] = await Promise.all([find(flowRequest, search), readSchoolBranding()]);
  const suggested =
    !search && found.isFirst
      ? await suggestSchools(session.scope, session.preferredSchoolId)
      : NONE;
  const hiddenFields = { token, ...toFields(entered) };
  const content = (
    <>
      <FlowHeader title="Pick your school" cancel={cancelHref(session)} />
      {notice && <Notice title={notice} />}
      <EmbedForm
        hiddenFields={{ ...hiddenFields, do: "schools" }}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-1"
      >
        <label htmlFor="search" className="col-span-2 font-strong">
          School, nickname, or city
        </label>
        <input
          type="search"
          id="search"
          name="search"
          defaultValue={search}
          autoComplete="off"
          className="block h-6 w-full rounded-box border border-edge bg-sheet px-1.5"
        />
        <Button look="quiet">Search</Button>
      </EmbedForm>
      <Count search={search} total={found.total} />
      <EmbedForm hiddenFields={{ ...hiddenFields, do: "form" }}>
        <SchoolChoices title="Your school" schools={suggested.preferred} looks={looks} />
        <SchoolChoices title="Schools you’ve given to" schools={suggested.given} looks={looks} />
        <SchoolChoices
          title={search ? "Results" : "All schools"}
          schools={found.items}
          looks={looks}
        />
      </EmbedForm>
      {search && (
        <EmbedForm hiddenFields={{ ...hiddenFields, do: "schools" }} className="mt-2">
          <Button look="quiet" className="w-full">
            Show all schools
          </Button>
        </EmbedForm>
      )}
      {found.nextCursor && (
        <EmbedForm
          hiddenFields={{ ...hiddenFields, do: "schools", search, after: found.nextCursor }}
          className="mt-2"
        >
          <Button look="quiet" className="w-full">
            More schools
          </Button>
        </EmbedForm>
      )}
    </>
  );
  return { status: 200, page: { title: "Pick your school", content }, session };
}
