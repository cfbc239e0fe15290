/** A list's filters as fields, and those in use as chips. */
import type { ReactNode } from "react";
import type { FormErrors } from "#app/forms/form-errors.ts";
import { pathWithQuery } from "#app/paths.ts";
import { type Chip, RangeField } from "#components/desk/filters.tsx";
import { Button, StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { Field, Select } from "#components/ui/field.tsx";
import type { GiftFilter } from "#lib/batches/saved-views.ts";
import { formatDay } from "#lib/dates.ts";
import { DATES } from "./gift-filter.ts";

type Named = { value: string; text: string };

/** What a list can be filtered by. A list of gifts to thank for has one date, and no banks. */
type FieldsProps = {
  path: string;
  chosen: GiftFilter;
  errors: FormErrors;
  funds: Named[];
  banks?: Named[];
};

export function FilterFields({ path, chosen, errors, funds, banks }: FieldsProps) {
  const field = (id: keyof GiftFilter, label: string) => ({
    id,
    label,
    defaultValue: chosen[id] ?? "",
    error: errors[id],
  });
  const dollars = { inputMode: "decimal", autoComplete: "off", placeholder: "$" } as const;
  const dates = Object.entries(DATES).map(([value, text]) => ({ value, text }));
  return (
    <>
      <RangeField>
        {banks && <Select {...field("date", "Date")} options={dates} />}
        <Field {...field("from", banks ? "From" : "Confirmed from")} type="date" />
        <Field {...field("to", "To")} type="date" />
      </RangeField>
      <RangeField>
        <Field {...field("min", "Amount from")} {...dollars} />
        <Field {...field("max", "Amount to")} {...dollars} />
      </RangeField>
      <RangeField>
        <Select {...field("fund", "Fund")} options={[{ value: "", text: "All funds" }, ...funds]} />
        {banks && (
          <Select
            {...field("bank", "Bank")}
            options={[{ value: "", text: "All banks" }, ...banks]}
          />
        )}
      </RangeField>
      <div className="mt-2 flex items-center justify-between gap-2 border-line border-t pt-2">
        <StandaloneLink href={path}>Clear filters</StandaloneLink>
        <Button>Apply</Button>
      </div>
    </>
  );
}

/** "$20 to $100", "$20 or more" */
const rangeOf = (from: string | undefined, to: string | undefined, more: string, less: string) =>
  from && to ? `${from} to ${to}` : from ? `${from} ${more}` : `${less} ${to}`;

const dollarsOf = (typed: string | undefined) => typed && `$${typed.replace("$", "")}`;

type ChipsProps = Omit<FieldsProps, "errors"> & { date?: string };

/** The filters in use. Each chip leads to the list without its own. */
export function chipsOf({ path, chosen, funds, banks = [], ...only }: ChipsProps): Chip[] {
  const { from, to, min, max, fund, bank, batch, q } = chosen;
  const date = (only.date ?? chosen.date ?? "created_at") as keyof typeof DATES;
  const isLeft = (names: string[]) =>
    Object.entries(chosen).filter(([one]) => !names.includes(one));
  const chip = (label: string, value: ReactNode, ...names: (keyof GiftFilter)[]) =>
    names.some((name) => chosen[name])
      ? [{ label, value, without: pathWithQuery(path, Object.fromEntries(isLeft(names))) }]
      : [];
  const nameIn = (all: Named[], id = "") => all.find(({ value }) => value === id)?.text ?? id;
  const days = rangeOf(from && formatDay(from), to && formatDay(to), "or later", "through");
  return [
    ...chip(DATES[date], days, "from", "to"),
    ...chip("Amount", rangeOf(dollarsOf(min), dollarsOf(max), "or more", "up to"), "min", "max"),
    ...chip("Fund", nameIn(funds, fund), "fund"),
    ...chip("Bank", nameIn(banks, bank), "bank"),
    ...chip("Batch", <TextLink href={`/school/batches/${batch}`}>View batch</TextLink>, "batch"),
    ...chip("Search", q, "q"),
  ];
}
