import { pageAtCursor } from "#app/page-links.tsx";
import { FollowButton, FollowConfirmation } from "#components/portal/follow-button.tsx";
import { SchoolPlace, SchoolTiles } from "#components/schools/school-tiles.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import type { Page } from "#lib/contract.ts";
import type { PortalSchool, School } from "#lib/schools/contract.ts";
import type { PortalSchoolFilters } from "#lib/schools/portal-contract.ts";
import { listPortalSchools, listSchools } from "#lib/schools/queries.ts";
import { type Filters, schoolsPath } from "./filters.tsx";

type Listed = School & Partial<Pick<PortalSchool, "followed">>;

const isFollowable = (school: Listed): school is PortalSchool => school.followed !== undefined;

function listFor(
  scope: CardholderScope | null,
  filters: PortalSchoolFilters,
): Promise<Page<Listed>> {
  if (scope) return listPortalSchools(scope, filters);
  const { followed: _, ...query } = filters;
  return listSchools({ ...query, active: true });
}

/** The details below a school's name and, for cardholders, the follow button. */
function Details({ school, isPressed }: { school: Listed; isPressed: boolean }) {
  return (
    <>
      <SchoolPlace {...school} />
      {!school.active && <p className="text-small">Isn’t accepting gifts right now.</p>}
      {isFollowable(school) && (
        // Stacked above the link that covers the tile.
        <div className="relative mt-1">
          <FollowButton school={school} pressed={isPressed} />
          {isPressed && <FollowConfirmation school={school} />}
        </div>
      )}
    </>
  );
}

/** What to try when no school matches. */
function NoResults({ values }: { values: Filters["values"] }) {
  const onlyFollowed = values.followed === "true" && Object.keys(values).length === 1;
  return (
    <div className="mt-2 max-w-reading border-line border-t pt-3">
      <h2 className="font-strong text-lead">
        {onlyFollowed ? "You’re not following any schools yet" : "No matching schools"}
      </h2>
      <p className="mt-0.5 text-quiet">
        {onlyFollowed
          ? "Follow the ones you care about: they come first when you give."
          : "Try a nickname, a city, or fewer letters, or remove a filter."}
      </p>
      <p className="mt-1">
        <StandaloneLink href="/schools">Show all schools</StandaloneLink>
      </p>
    </div>
  );
}

type FoundSchoolsProps = Filters & {
  scope: CardholderScope | null;
  /** The cursor of this page of the list. */
  after: string | undefined;
  /** The school whose button was just pressed. */
  pressed: string | undefined;
};

/** One page of the schools that match the filters. */
export async function FoundSchools({ scope, values, filters, after, pressed }: FoundSchoolsProps) {
  const { items, total, nextCursor } = await pageAtCursor(after, (cursor) =>
    listFor(scope, { ...filters, ...(cursor ? { cursor } : {}) }),
  );
  // Just unfollowed, so no longer in the "followed" list.
  const isUnfollowed =
    values.followed === "true" &&
    pressed !== undefined &&
    !items.some((school) => school.school_id === pressed);
  return (
    <>
      {isUnfollowed && (
        <Notice tone="completed" title="You’re no longer following that school" urgent />
      )}
      <p role="status" className="figures mt-2 text-quiet">
        {total === 1 ? "1 school" : `${total} schools`}
      </p>
      {total === 0 ? (
        <NoResults values={values} />
      ) : (
        // One form for all buttons keeps the page small.
        <Form method="post">
          <input type="hidden" name="back" value={schoolsPath(values, after)} />
          <SchoolTiles schools={items} to="/schools">
            {(school) => <Details school={school} isPressed={school.school_id === pressed} />}
          </SchoolTiles>
        </Form>
      )}
      <nav aria-label="Pages of schools" className="mt-1 flex gap-3">
        {after && <StandaloneLink href={schoolsPath(values)}>First schools</StandaloneLink>}
        {nextCursor && (
          <StandaloneLink href={schoolsPath(values, nextCursor)}>More schools</StandaloneLink>
        )}
      </nav>
    </>
  );
}
