/** The files of a person's year statements. */
import type { StatementYear } from "#lib/receipts/statements/sql.ts";

/** More parts than anybody reads have no links of their own: `?page=` opens them. */
const PARTS_SHOWN = 10;

/** A year is one file, or several where it has more donations than one can hold. */
export function statementLinks({ year, pages }: StatementYear): { name: string; href: string }[] {
  const whole = `Year statement ${year}`;
  if (pages === 1) return [{ name: `${whole} (PDF)`, href: `/statements/${year}` }];
  return Array.from({ length: Math.min(pages, PARTS_SHOWN) }, (_, n) => ({
    name: `${whole}, part ${n + 1} of ${pages} (PDF)`,
    href: `/statements/${year}?page=${n + 1}`,
  }));
}
