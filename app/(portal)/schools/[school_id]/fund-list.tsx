import type { SchoolDetail } from "#lib/schools/contract.ts";
import { taxSentence } from "#lib/schools/tax.ts";

/** The school's funds with their descriptions and benefits. */
export function FundList({ funds }: { funds: SchoolDetail["funds"] }) {
  return (
    <>
      <ul>
        {funds.map((fund) => (
          <li
            key={fund.fund_id}
            className="grid gap-x-3 border-line border-t py-1.5 wide:grid-cols-[minmax(0,1fr)_14rem]"
          >
            <h3 className="font-strong">{fund.name}</h3>
            <p className="row-start-2">{fund.description}</p>
            <p className="mt-0.5 text-quiet text-small wide:row-span-2 wide:mt-0 wide:text-right">
              {taxSentence(fund)}
            </p>
          </li>
        ))}
      </ul>
      <p className="border-line border-t pt-2 text-quiet text-small">
        Whether you can deduct a gift made with points depends on your own taxes. Ask a tax advisor.
      </p>
    </>
  );
}
