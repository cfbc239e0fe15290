import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { School } from "#lib/schools/contract.ts";
import { EmbedForm } from "./embed-form.tsx";
import { FlowHeader } from "./flow-header.tsx";

type ShownSchool = Pick<School, "school_id" | "name" | "city" | "state" | "conference">;

export type PickerProps = {
  carries: Record<string, string>;
  /** Why another school has to be chosen. */
  notice: string | null;
  search: string;
  total: number;
  preferred: ShownSchool[];
  given: ShownSchool[];
  found: ShownSchool[];
  nextCursor: string | null;
  cancel: string | null;
};

/** A titled list of schools, each a button that chooses it. Empty: nothing. */
function SchoolChoices({ title, schools }: { title: string; schools: ShownSchool[] }) {
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
              className="row flex min-h-8 w-full cursor-pointer items-center gap-1.5 border-line border-t py-1 text-left"
            >
              <img
                src={`/monograms/${encodeURIComponent(school_id)}.svg`}
                alt=""
                width={48}
                height={48}
                loading="lazy"
                className="shrink-0 rounded-box"
              />
              <span className="min-w-0">
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

/** The school picker: suggestions first, then one page of all schools. */
export function SchoolPicker(props: PickerProps) {
  const { carries, notice, search, total, preferred, given, found, nextCursor } = props;
  return (
    <>
      <FlowHeader title="Pick your school" cancel={props.cancel} />
      {notice && <Notice title={notice} />}
      <EmbedForm
        carries={{ ...carries, do: "schools" }}
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
      <Count search={search} total={total} />
      <EmbedForm carries={{ ...carries, do: "form" }}>
        <SchoolChoices title="Your school" schools={preferred} />
        <SchoolChoices title="Schools you’ve given to" schools={given} />
        <SchoolChoices title={search ? "Results" : "All schools"} schools={found} />
      </EmbedForm>
      {search && (
        <EmbedForm carries={{ ...carries, do: "schools" }} className="mt-2">
          <Button look="quiet" className="w-full">
            Show all schools
          </Button>
        </EmbedForm>
      )}
      {nextCursor && (
        <EmbedForm
          carries={{ ...carries, do: "schools", search, after: nextCursor }}
          className="mt-2"
        >
          <Button look="quiet" className="w-full">
            More schools
          </Button>
        </EmbedForm>
      )}
    </>
  );
}
