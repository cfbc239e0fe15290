import { findSchools } from "#app/find-schools.ts";
import { TileStyles } from "#app/school-styles.tsx";
import { SchoolPlace, SchoolTiles } from "#components/schools/school-tiles.tsx";

/** The schools that a search means, best match first, each linked to its donation form. */
export async function FoundSchools({ search }: { search: string }) {
  const { items, total } = await findSchools(search);
  return (
    <>
      <TileStyles schools={items} />
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
        <SchoolTiles schools={items} to="/give">
          {(school) => <SchoolPlace {...school} />}
        </SchoolTiles>
      )}
    </>
  );
}
