import { TileStyles } from "#app/school-styles.tsx";
import { ConferenceGroups, SchoolGroup } from "#components/schools/school-groups.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { listConferences } from "#lib/schools/conferences.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";

const FOLLOWED_AT_ONCE = 12;

const AllFollowed = () => (
  <a href="/schools?followed=true" className="link-alone">
    All schools you follow
  </a>
);

/** Every school as a tile, by conference; first those that the reader follows. */
export async function AllSchools({ scope }: { scope: CardholderScope | null }) {
  const [conferences, followed] = await Promise.all([
    listConferences(),
    scope && listPortalSchools(scope, { followed: true, limit: FOLLOWED_AT_ONCE }),
  ]);
  const all = conferences.flatMap(({ schools }) => schools);
  return (
    <>
      <TileStyles schools={all} />
      <p role="status" className="figures mt-2 text-quiet">
        {all.length} schools, by conference
      </p>
      {followed && (
        <SchoolGroup
          id="schools-you-follow"
          title="Schools you follow"
          to="/schools"
          schools={followed.items}
          total={followed.total}
          more={followed.total > FOLLOWED_AT_ONCE && <AllFollowed />}
        />
      )}
      <ConferenceGroups conferences={conferences} to="/schools" />
    </>
  );
}
