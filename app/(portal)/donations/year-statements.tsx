import { Section } from "#components/ui/page.tsx";
import type { StatementYear } from "#lib/receipts/statements/sql.ts";
import { statementLinks } from "./statement-links.ts";

/** A PDF for each year with a completed donation. */
export function YearStatements({ years }: { years: StatementYear[] }) {
  if (years.length === 0) return null;
  return (
    <Section
      id="statements"
      title="Year statements"
      intro="All completed donations of a year in one document, to file with your tax papers."
    >
      <ul className="flex flex-wrap gap-x-4">
        {years.flatMap(statementLinks).map(({ name, href }) => (
          <li key={href}>
            <a href={href} className="link-alone">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
