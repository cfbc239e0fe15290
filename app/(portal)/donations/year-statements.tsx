import { Section } from "#components/ui/page.tsx";
import type { StatementYear } from "#lib/receipts/year.ts";

type File = { name: string; href: string };

/** More parts than anybody reads have no links of their own: `?page=` opens them. */
const PARTS_SHOWN = 10;

/** A year is one file, or several where it has more donations than one can hold. */
function filesOf({ year, pages }: StatementYear): File[] {
  if (pages === 1) return [{ name: `Year statement ${year} (PDF)`, href: `/statements/${year}` }];
  return Array.from({ length: Math.min(pages, PARTS_SHOWN) }, (_, n) => ({
    name: `Year statement ${year}, part ${n + 1} of ${pages} (PDF)`,
    href: `/statements/${year}?page=${n + 1}`,
  }));
}

/** A PDF for each year in which something was completed. */
export function YearStatements({ years }: { years: StatementYear[] }) {
  if (years.length === 0) return null;
  return (
    <Section
      id="statements"
      title="Year statements"
      intro="All completed donations of a year in one document, to file with your tax papers."
    >
      <ul className="flex flex-wrap gap-x-4">
        {years.flatMap(filesOf).map(({ name, href }) => (
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
