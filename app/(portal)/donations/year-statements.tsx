import { Section } from "#components/ui/page.tsx";

/** A PDF for each year in which something was completed. */
export function YearStatements({ years }: { years: number[] }) {
  if (years.length === 0) return null;
  return (
    <Section
      id="statements"
      title="Year statements"
      intro="All completed donations of a year on one page, to file with your tax papers."
    >
      <ul className="flex flex-wrap gap-x-4">
        {years.map((year) => (
          <li key={year}>
            <a href={`/statements/${year}`} className="link-alone">
              Year statement {year} (PDF)
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
