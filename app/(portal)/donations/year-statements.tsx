import { Section } from "#components/ui/page.tsx";
import type { StatementYear } from "#lib/receipts/statements/sql.ts";
import { statementLinks } from "./statement-links.ts";

/** A PDF for each year with a confirmed gift. */
export function YearStatements({ years }: { years: StatementYear[] }) {
  if (years.length === 0) return null;
  return (
    <Section
      id="statements"
      title="Year statements"
      intro="All of a year’s confirmed gifts in one document, for your tax records."
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
