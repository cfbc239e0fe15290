import { SchoolRow } from "#components/portal/school-row.tsx";
import { findSchools } from "./find-schools.ts";

/** The schools that a search means, best match first, each linked to its donation form. */
export async function FoundSchools({ search }: { search: string }) {
  const { items, total } = await findSchools(search);
  return (
    <>
      <p role="status" className="mt-2 text-quiet">
        {total === 1 ? "1 school" : `${total} schools`} for “{search}”
      </p>
      {total === 0 ? (
        <p className="mt-1">
          Try a nickname, a city, or fewer letters.{" "}
          <a href="/give" className="link">
            Show all schools
          </a>
        </p>
      ) : (
        <ul className="mt-2 max-w-reading border-line border-b">
          {items.map((school) => (
            <SchoolRow key={school.school_id} school={school} href={`/give/${school.school_id}`} />
          ))}
        </ul>
      )}
    </>
  );
}
