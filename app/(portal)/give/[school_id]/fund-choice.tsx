import { describeBenefits } from "#components/portal/fund-benefits.ts";
import { Choice, Choices, Field } from "#components/ui/field.tsx";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/** Which fund to give to; free text for a school without listed funds. */
export function FundChoice({
  funds,
  chosen,
  error,
}: {
  funds: SchoolDetail["funds"];
  chosen: string;
  error: string | undefined;
}) {
  if (funds.length === 0) {
    return (
      <Field
        id="fund_designation"
        label="What is it for?"
        help="The school has named no funds. It gets what you write here."
        defaultValue={chosen || "Where it is needed most"}
        error={error}
      />
    );
  }
  return (
    <Choices id="fund_designation" legend="Which fund?" error={error}>
      {funds.map((fund) => (
        <Choice
          key={fund.fund_id}
          type="radio"
          name="fund_designation"
          id={`fund-${fund.fund_id}`}
          value={fund.fund_id}
          defaultChecked={fund.fund_id === chosen}
          label={fund.name}
          help={`${fund.description} ${describeBenefits(fund)}`.trim()}
        />
      ))}
    </Choices>
  );
}
