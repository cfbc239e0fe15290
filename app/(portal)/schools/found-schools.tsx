import { pageAtCursor } from "#app/(portal)/page-at-cursor.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import type { Page } from "#lib/contract.ts";
import type { School } from "#lib/schools/contract.ts";
import type { PortalSchoolFilters } from "#lib/schools/portal-contract.ts";
import { listPortalSchools, listSchools } from "#lib/schools/queries.ts";
import { type Filters, schoolsPath } from "./filters.ts";
import { NoResults } from "./no-results.tsx";
import { SchoolList } from "./school-list.tsx";

const counted = (total: number) => (total === 1 ? "1 school" : `${total} schools`);

type FoundSchoolsProps = Filters & {
  scope: CardholderScope | null;
  /** Where the page of the list begins. */
  after: string | undefined;
  /** The school whose button was just pressed. */
  pressed: string | undefined;
};

function listFor(
  scope: CardholderScope | null,
  filters: PortalSchoolFilters,
): Promise<Page<School>> {
  if (scope) return listPortalSchools(scope, filters);
  const { followed: _, ...query } = filters;
  return listSchools({ ...query, active: true });
}

/** The schools that match the filters, a page at a time. */
export async function FoundSchools({ scope, values, filters, after, pressed }: FoundSchoolsProps) {
  const found = await pageAtCursor(after, (cursor) =>
    listFor(scope, { ...filters, ...(cursor ? { cursor } : {}) }),
  );
  // Just unfollowed, so no longer in the "followed" list.
  const isGone =
    values.followed === "true" &&
    pressed !== undefined &&
    !found.items.some((school) => school.school_id === pressed);
  return (
    <>
      {isGone && <Notice tone="completed" title="You’re no longer following that school" urgent />}
      <p role="status" className="figures mt-2 text-quiet">
        {counted(found.total)}
      </p>
      {found.total === 0 ? (
        <NoResults values={values} />
      ) : (
        <SchoolList schools={found.items} address={schoolsPath(values, after)} pressed={pressed} />
      )}
      <nav aria-label="Pages of schools" className="mt-1 flex gap-3">
        {after && (
          <a href={schoolsPath(values)} className="link-alone">
            First schools
          </a>
        )}
        {found.nextCursor && (
          <a href={schoolsPath(values, found.nextCursor)} className="link-alone">
            More schools
          </a>
        )}
      </nav>
    </>
  );
}
