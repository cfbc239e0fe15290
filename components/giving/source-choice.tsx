import { Choice, Choices } from "#components/ui/field.tsx";
import { formatRate } from "#lib/money.ts";
import { FixedRow, FoldedRow } from "./row.tsx";

/** An account to give from. */
export type SourceOption = {
  accountId: string;
  programName: string;
  bankName: string;
  /** Points per dollar. */
  rate: number;
};

const nameOf = ({ programName, bankName }: SourceOption) => `${programName}, ${bankName}`;

/** Which account to give from; plain text if there is only one. */
export function SourceChoice({
  sources,
  chosen,
  error,
}: {
  sources: SourceOption[];
  chosen: string;
  error: string | undefined;
}) {
  const source = sources.find(({ accountId }) => accountId === chosen) ?? sources[0];
  if (!source) return null;
  const row = {
    name: "Pay with",
    value: <span data-source>{nameOf(source)}</span>,
  };
  if (sources.length === 1) {
    return (
      <>
        <input type="hidden" name="loyalty_account_id" value={source.accountId} />
        <FixedRow id="loyalty_account_id" error={error} {...row} />
      </>
    );
  }
  return (
    <FoldedRow {...row} action="Change" isOpen={Boolean(error)}>
      <Choices id="loyalty_account_id" legend="Which points?" error={error}>
        {sources.map((each) => (
          <Choice
            key={each.accountId}
            type="radio"
            name="loyalty_account_id"
            id={`account-${each.accountId}`}
            value={each.accountId}
            defaultChecked={each === source}
            label={<span data-name>{nameOf(each)}</span>}
            help={<span className="figures">{formatRate(each.rate)}</span>}
            data-rate={each.rate.toFixed(9)}
            data-rate-line={formatRate(each.rate)}
          />
        ))}
      </Choices>
    </FoldedRow>
  );
}
