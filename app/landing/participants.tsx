import { Section } from "#components/ui/page.tsx";
import type { Conference } from "#lib/schools/conferences.ts";

/** The conferences whose schools can be given to, each linked to its schools. */
export function Participants({ conferences }: { conferences: Conference[] }) {
  const schools = conferences.reduce((sum, conference) => sum + conference.schools.length, 0);
  return (
    <Section
      id="participants"
      title="Who takes part"
      intro={
        <p className="figures">
          {schools} schools in {conferences.length} conferences.
        </p>
      }
    >
      <ul className="flex flex-wrap gap-x-3 wide:gap-x-5">
        {conferences.map(({ name, anchor, schools: members }) => (
          <li key={name}>
            <a
              href={`/schools#${anchor}`}
              className="display block min-w-5.5 py-1.5 text-d28 hover:underline"
            >
              {name} <span className="text-quiet">{members.length}</span>
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
