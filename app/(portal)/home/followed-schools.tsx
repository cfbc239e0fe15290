import { SchoolRow } from "#components/portal/school-row.tsx";
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
        <ul className="grid gap-x-3 wide:grid-cols-2 desk:grid-cols-3">
          {page.items.map((school) => (
            <SchoolRow
              key={school.school_id}
              school={school}
              href={`/schools/${school.school_id}`}
            />
          ))}
        </ul>
      )}
      <p className={page.total === 0 ? "" : "border-line border-t pt-1"}>
        <a href="/schools" className="link-alone">
          {more ? `All ${page.total} of them, and all other schools` : "All schools"}
        </a>
      </p>
    </Section>
  );
}
