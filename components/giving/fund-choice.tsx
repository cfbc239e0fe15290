import { Fragment } from "react";
import { Field, RadioChoices } from "#components/ui/field.tsx";
import type { Cents } from "#lib/money.ts";
import { FixedRow, FoldedRow } from "./row.tsx";

const WORD = "tax-deductible";

/** A sentence about taxes, without a line break inside "tax-deductible". */
export function TaxText({ children }: { children: string }) {
  return children.split(WORD).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never reorder
    <Fragment key={index}>
      {index > 0 && <span className="whitespace-nowrap">{WORD}</span>}
      {part}
    </Fragment>
  ));
}

export type FundOption = {
  value: string;
  name: string;
  /** What it supports. */
  description: string;
  /** "May be tax-deductible"; null for free text that names none of the school's funds. */
  tax: string | null;
  /** The same with the reason. */
  taxDetail: string | null;
  /** Its own minimum, if it's above the school's. */
  minCents: Cents | null;
};

type FundChoiceProps = {
  funds: FundOption[];
  chosen: string;
  /** The bank that locked the fund, if any. */
  lockedBy: string | null;
  error: string | undefined;
};

/** The chosen fund with its tax line. The other funds are one tap away. */
export function FundChoice({ funds, chosen, lockedBy, error }: FundChoiceProps) {
  const fund = funds.find(({ value }) => value === chosen);
  const name = <span data-fund>{fund?.name ?? chosen}</span>;
  const tax = fund?.tax ?? null;
  if (fund && (lockedBy !== null || funds.length === 1)) {
    return (
      <>
        <input type="hidden" name="fund_designation" value={fund.value} />
        <FixedRow
          id="fund_designation"
          name={lockedBy === null ? "Fund" : `Fund, chosen by ${lockedBy}`}
          value={name}
          detail={tax}
          error={error}
        />
      </>
    );
  }
  return (
    <FoldedRow
      name="Fund"
      value={
        <>
          {name}
          <span data-tax-row hidden={tax === null} className="font-normal text-quiet">
            <span className="hidden wide:inline"> · </span>
            <span className="block wide:inline-block" data-tax>
              {tax}
            </span>
          </span>
        </>
      }
      action="Change"
      isOpen={Boolean(error)}
    >
      {funds.length === 0 ? (
        <Field
          id="fund_designation"
          label="Where your gift goes"
          help="This school lists no funds. It receives what you write here."
          defaultValue={chosen}
          error={error}
        />
      ) : (
        <RadioChoices
          id="fund_designation"
          label="Where your gift can go"
          error={error}
          idPrefix="fund"
          options={funds.map(({ value, name: label, description, tax: line, ...more }) => ({
            value,
            label: <span data-name>{label}</span>,
            help: <TaxText>{`${description} ${more.taxDetail ?? ""}`.trim()}</TaxText>,
            "data-tax-line": line ?? "",
            "data-min": more.minCents ?? undefined,
          }))}
          defaultValue={chosen}
        />
      )}
      <p className="mt-1 text-quiet text-small">
        Whether you can deduct a gift made with points depends on your own taxes. Ask a tax advisor.
      </p>
    </FoldedRow>
  );
}
