import { StandaloneLink } from "#components/ui/button.tsx";
import { Section } from "#components/ui/page.tsx";
import type { StatementYear } from "#lib/receipts/statements/sql.ts";

/** Later parts are reachable only with `?page=`. */
const MAX_LINKS = 10;

/** One file per year, or several if the year has more donations than one file holds. */
export function statementLinks({ year, pages }: StatementYear): { name: string; href: string }[] {
  const name = `Year statement ${year}`;
  if (pages === 1) return [{ name: `${name} (PDF)`, href: `/statements/${year}` }];
  return Array.from({ length: Math.min(pages, MAX_LINKS) }, (_, n) => ({
    name: `${name}, part ${n + 1} of ${pages} (PDF)`,
    href: `/statements/${year}?page=${n + 1}`,
  }));
}

type Years = { years: StatementYear[] };

export function StatementLinks({ years }: Years) {
  return years.flatMap(statementLinks).map(({ name, href }) => (
    <StandaloneLink key={href} href={href}>
      {name}
    </StandaloneLink>
  ));
}

/** The statements of years without a gift in the list: on another page of it, or confirmed in the year after. */
export function OtherStatements({ years }: Years) {
  if (years.length === 0) return null;
  return (
    <Section
      id="statements"
      title="Other year statements"
      intro="All of a year’s confirmed gifts in one document, for your tax records."
    >
      <p className="flex flex-wrap gap-x-4">
        <StatementLinks years={years} />
      </p>
    </Section>
  );
}
