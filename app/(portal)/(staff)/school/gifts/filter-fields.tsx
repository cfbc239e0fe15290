/** A list's filters as fields, and those in use as chips. */
import type { FormErrors } from "#app/forms/form-errors.ts";
import { pathWithQuery } from "#app/paths.ts";
import { type Chip, RangeField } from "#components/desk/filters.tsx";
import { Button, TextLink } from "#components/ui/button.tsx";
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

/** With the one that was asked for, if it's none of them. */
const optionsOf = (all: string, options: Named[], chosen: string | undefined) => [
  { value: "", text: all },
  ...options,
  ...(chosen === undefined || options.some(({ value }) => value === chosen)
    ? []
    : [{ value: chosen, text: chosen }]),
];

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
        <Select {...field("fund", "Fund")} options={optionsOf("All funds", funds, chosen.fund)} />
        {banks && (
          <Select {...field("bank", "Bank")} options={optionsOf("All banks", banks, chosen.bank)} />
        )}
      </RangeField>
      <div className="mt-2 flex items-center justify-between gap-2 border-line border-t pt-2">
        <TextLink href={path}>Clear filters</TextLink>
        <Button>Apply</Button>
      </div>
    </>
  );
}

/** "$20 to $100", "$20 or more" */
const rangeOf = (from: string | undefined, to: string | undefined, more: string, less: string) =>
  from && to ? `${from} to ${to}` : from ? `${from} ${more}` : `${less} ${to}`;

const dollarsOf = (typed: string | undefined) => typed && `$${typed.replace("$", "")}`;

/** The filters in use. Each chip leads to the list without its own. */
export function chipsOf({ path, chosen, funds, banks = [] }: Omit<FieldsProps, "errors">): Chip[] {
  const { date = "created_at", from, to, min, max, fund, bank, batch, q } = chosen;
  const without = (...names: (keyof GiftFilter)[]) =>
    pathWithQuery(
      path,
      Object.fromEntries(Object.entries(chosen).filter(([name]) => !names.includes(name as never))),
    );
  const nameIn = (all: Named[], id: string) => all.find(({ value }) => value === id)?.text ?? id;
  const days = rangeOf(from && formatDay(from), to && formatDay(to), "or later", "through");
  const chips: (Chip | undefined | "" | false)[] = [
    (from || to) && {
      label: DATES[date as keyof typeof DATES],
      value: days,
      without: without("date", "from", "to"),
    },
    (min || max) && {
      label: "Amount",
      value: rangeOf(dollarsOf(min), dollarsOf(max), "or more", "up to"),
      without: without("min", "max"),
    },
    fund && { label: "Fund", value: nameIn(funds, fund), without: without("fund") },
    bank && { label: "Bank", value: nameIn(banks, bank), without: without("bank") },
    batch && {
      label: "Batch",
      value: <TextLink href={`/school/batches/${batch}`}>View batch</TextLink>,
      without: without("batch"),
    },
    q && { label: "Search", value: q, without: without("q") },
  ];
  return chips.filter((chip) => typeof chip === "object");
}
