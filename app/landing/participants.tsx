import { Section } from "#components/ui/page.tsx";
import type { Conference } from "#lib/schools/conferences.ts";

/** The conferences whose schools can be given to, each linked to its schools. */
export function Participants({ conferences }: { conferences: Conference[] }) {
  const schools = conferences.reduce((sum, conference) => sum + conference.schools.length, 0);
  return (
    <Section
      id="participants"
      title="Who takes part"
      intro={<p className="figures">{schools} schools, by conference.</p>}
    >
      <ul className="grid grid-cols-2 gap-x-3 gap-y-1 wide:grid-cols-4">
        {conferences.map(({ name, anchor, schools: members }) => (
          <li key={name}>
            <a href={`/schools#${anchor}`} className="block py-1 hover:underline">
              <span className="display block text-d28">{name}</span>
              <span className="figures text-quiet text-small">
                {members.length === 1 ? "1 school" : `${members.length} schools`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-1">
        <a href="/schools" className="link-alone">
          See all schools
        </a>
      </p>
    </Section>
  );
}
