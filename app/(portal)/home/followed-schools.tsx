import { SchoolTiles } from "#components/schools/school-tiles.tsx";
import { Section } from "#components/ui/page.tsx";
import type { Page } from "#lib/contract.ts";
import type { PortalSchool } from "#lib/schools/contract.ts";

/** Followed schools, or a link to find some. */
export function FollowedSchools({ page }: { page: Page<PortalSchool> }) {
  const more = page.total > page.items.length;
  return (
    <Section id="schools" title="Schools you follow">
      {page.total === 0 ? (
        <p className="text-quiet">
          None yet. Follow a school to find it here, and first in the list when you give.
        </p>
      ) : (
        <SchoolTiles schools={page.items} to="/schools" />
      )}
      <p className="mt-1">
        <a href="/schools" className="link-alone">
          {more ? `All ${page.total} of them, and all other schools` : "All schools"}
        </a>
      </p>
    </Section>
  );
}
