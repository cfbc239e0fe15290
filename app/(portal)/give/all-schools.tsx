import { TileStyles } from "#app/school-styles.tsx";
import { ConferenceGroups, SchoolGroup } from "#components/schools/school-groups.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { listConferences } from "#lib/schools/conferences.ts";
import { suggestSchools } from "./suggested-schools.ts";

/** Every school as a tile that leads to its donation form; first those that the reader is likely to mean. */
export async function AllSchools({ scope }: { scope: CardholderScope }) {
  const [conferences, likely] = await Promise.all([listConferences(), suggestSchools(scope)]);
  return (
    <>
      <TileStyles schools={conferences.flatMap(({ schools }) => schools)} />
      <SchoolGroup id="preferred" title="Your school" to="/give" schools={likely.preferred} />
      <SchoolGroup id="followed" title="Schools you follow" to="/give" schools={likely.followed} />
      <ConferenceGroups conferences={conferences} to="/give" />
    </>
  );
}
