import { describeBenefits } from "#components/portal/fund-benefits.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/** The school's funds with their descriptions and benefits. */
export function FundList({ funds }: { funds: SchoolDetail["funds"] }) {
  return (
    <>
      <ul>
        {funds.map((fund) => (
          <li key={fund.fund_id} className="border-line border-t py-2">
            <h3 className="break-words font-strong">{fund.name}</h3>
            <p className="break-words">{fund.description}</p>
            <p className="mt-0.5 text-quiet text-small empty:hidden">{describeBenefits(fund)}</p>
          </li>
        ))}
      </ul>
      <p className="border-line border-t pt-2 text-quiet text-small">
        Where nothing else is said you get nothing in return, and the receipt says so. Whether you
        can deduct anything depends on your own taxes, and a donation made with reward points may
        count as a rebate. A tax adviser can tell.
      </p>
    </>
  );
}
