import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

type Fund = SchoolDetail["funds"][number];

/** What the receipt will say, in plain words. It never says that anybody can deduct anything. */
function taxNote({ deductibility, good_faith_value_usd: worth }: Fund): string {
  if (deductibility === "full") {
    return "You get nothing in return, and the receipt says so.";
  }
  if (deductibility === "none") {
    return "Giving here brings a right to buy seats. United States law allows no deduction for that, and the receipt says so.";
  }
  const value = worth === null ? "" : `, worth about ${formatDollars(toCents(worth))}`;
  return `You get something in return${value}. The receipt names its value: only what you give beyond it can count as deductible at all.`;
}

/** Where a donation can go, and what each is for. */
export function FundList({ funds }: { funds: Fund[] }) {
  return (
    <>
      <ul>
        {funds.map((fund) => (
          <li key={fund.fund_id} className="border-line border-t py-2">
            <h3 className="break-words font-strong">{fund.name}</h3>
            <p className="break-words">{fund.description}</p>
            <p className="mt-0.5 text-quiet text-small">{taxNote(fund)}</p>
          </li>
        ))}
      </ul>
      <p className="border-line border-t pt-2 text-quiet text-small">
        Whether you can deduct anything depends on your own taxes, and a donation made with reward
        points may count as a rebate. A tax adviser can tell.
      </p>
    </>
  );
}
