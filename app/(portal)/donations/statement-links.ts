/** Links to a cardholder's year statements. */
import type { StatementYear } from "#lib/receipts/statements/sql.ts";

/** Further parts have no link; `?page=` opens them. */
const PARTS_SHOWN = 10;

/** One file per year, or several if the year has more donations than one file holds. */
export function statementLinks({ year, pages }: StatementYear): { name: string; href: string }[] {
  const whole = `Year statement ${year}`;
  if (pages === 1) return [{ name: `${whole} (PDF)`, href: `/statements/${year}` }];
  return Array.from({ length: Math.min(pages, PARTS_SHOWN) }, (_, n) => ({
    name: `${whole}, part ${n + 1} of ${pages} (PDF)`,
    href: `/statements/${year}?page=${n + 1}`,
  }));
}
