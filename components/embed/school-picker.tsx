/** @jsxImportSource hono/jsx */

import { Cancel } from "./exit-links.tsx";
import { EmbedForm } from "./form-parts.tsx";
import { SchoolChoices, type ShownSchool } from "./school.tsx";

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
  cancel: { href: string | null };
};

function Count({ search, total }: { search: string; total: number }) {
  return (
    <p role="status" class="quiet">
      {total === 1 ? "1 school" : `${total} schools`}
      {search && ` for “${search}”`}
      {total === 0 && ". Try fewer letters, the university’s full name, or its city."}
    </p>
  );
}

/** The school picker: suggestions first, then one page of all schools. */
export function SchoolPicker(props: PickerProps) {
  const { carries, notice, search, total, preferred, given, found, nextCursor, cancel } = props;
  return (
    <div class="stack">
      <h1>Which school?</h1>
      {notice && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <EmbedForm carries={{ ...carries, do: "schools" }} className="search">
        <div>
          <label for="search">School, nickname or city</label>
          <input type="search" id="search" name="search" value={search} autocomplete="off" />
        </div>
        <button type="submit" class="other">
          Search
        </button>
      </EmbedForm>
      <Count search={search} total={total} />
      <EmbedForm carries={{ ...carries, do: "form" }}>
        <SchoolChoices title="Your school" schools={preferred} />
        <SchoolChoices title="Schools you’ve given to" schools={given} />
        <SchoolChoices title={search ? "Found" : "All schools"} schools={found} />
      </EmbedForm>
      {search && (
        <EmbedForm carries={{ ...carries, do: "schools" }}>
          <button type="submit" class="other">
            Show all schools
          </button>
        </EmbedForm>
      )}
      {nextCursor && (
        <EmbedForm carries={{ ...carries, do: "schools", search, after: nextCursor }}>
          <button type="submit" class="other">
            More schools
          </button>
        </EmbedForm>
      )}
      <Cancel href={cancel.href} />
    </div>
  );
}
