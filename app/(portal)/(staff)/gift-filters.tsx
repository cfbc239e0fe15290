/** What lists of gifts have in common: their filters as fields and as chips, and what these leave. */
import type { ReactNode } from "react";
import type { FormErrors } from "#app/forms/form-errors.ts";
import { pathWithQuery } from "#app/paths.ts";
import { type Chip, RangeField } from "#components/desk/filters.tsx";
import { Button, StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { Field, Select } from "#components/ui/field.tsx";
import { formatDay } from "#lib/dates.ts";
import { MAX_SUMMED } from "#lib/donations/sql.ts";
import { type Cents, formatDollarsAndCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";

export type Named = { value: string; text: string };

/** A filter by one of some values: its name in the URL, its label, what it's called without one, and the values. */
export type Choice = { name: string; label: string; any: string; options: Named[] };

type Chosen = Partial<Record<string, string>>;

type FieldsProps = {
  path: string;
  chosen: Chosen;
  errors?: FormErrors;
  /** What `from` and `to` are about: one date, or a choice of several. */
  dates: string | Record<string, string>;
  hasAmounts?: boolean;
  choices: Choice[];
};

export function FilterFields(props: FieldsProps) {
  const { path, chosen, errors = {}, dates, hasAmounts, choices } = props;
  const field = (id: string, label: string) => ({
    id,
    label,
    defaultValue: chosen[id] ?? "",
    error: errors[id],
  });
  const dollars = { inputMode: "decimal", autoComplete: "off", placeholder: "$" } as const;
  const isOne = typeof dates === "string";
  const options = Object.entries(dates).map(([value, text]) => ({ value, text }));
  return (
    <>
      <RangeField>
        {!isOne && <Select {...field("date", "Date")} options={options} />}
        <Field {...field("from", isOne ? `${dates} from` : "From")} type="date" />
        <Field {...field("to", "To")} type="date" />
      </RangeField>
      {hasAmounts && (
        <RangeField>
          <Field {...field("min", "Amount from")} {...dollars} />
          <Field {...field("max", "Amount to")} {...dollars} />
        </RangeField>
      )}
      <RangeField>
        {choices.map(({ name, label, any, options: some }) => (
          <Select
            key={name}
            {...field(name, label)}
            options={[{ value: "", text: any }, ...some]}
          />
        ))}
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

/** The filters in use. Each chip leads to the list without its own. */
export function chipsOf({ path, chosen, dates, choices }: FieldsProps): Chip[] {
  const { from, to, min, max, batch, q, date } = chosen;
  const isLeft = (names: string[]) =>
    Object.entries(chosen).filter(([one]) => !names.includes(one));
  const chip = (label: string, value: ReactNode, ...names: string[]) =>
    names.some((name) => chosen[name])
      ? [{ label, value, without: pathWithQuery(path, Object.fromEntries(isLeft(names))) }]
      : [];
  const days = rangeOf(from && formatDay(from), to && formatDay(to), "or later", "through");
  const about = typeof dates === "string" ? dates : dates[date ?? "created_at"];
  return [
    ...chip(about ?? "", days, "from", "to"),
    ...chip("Amount", rangeOf(dollarsOf(min), dollarsOf(max), "or more", "up to"), "min", "max"),
    ...choices.flatMap(({ name, label, options }) => {
      const id = chosen[name];
      return chip(label, options.find(({ value }) => value === id)?.text ?? id, name);
    }),
    ...chip("Batch", <TextLink href={`/school/batches/${batch}`}>View batch</TextLink>, "batch"),
    ...chip("Search", q, "q"),
  ];
}

/** How many a list has in all, and their dollars. */
export const Totals = ({ total, cents }: { total: number; cents: Cents }) => (
  <p>
    <b>
      {total > MAX_SUMMED
        ? `More than ${formatCount(MAX_SUMMED, "gift")}`
        : formatCount(total, "gift")}
    </b>
    {total <= MAX_SUMMED && ` · ${formatDollarsAndCents(cents)}`}
  </p>
);

/** How many an export's link says; null if they aren't counted. */
export const exportCount = (total: number) => (total <= MAX_SUMMED ? total : null);

/** Instead of a list that its filters leave empty. */
export const NoMatch = ({ path, chosen }: Pick<FieldsProps, "path" | "chosen">) => (
  <div className="mt-3 border-edge border-t pt-3">
    <p className="font-strong text-lead">
      No gifts match{chosen.q ? <> “{chosen.q}”</> : " these filters"}.
    </p>
    <p className="mt-1 flex flex-wrap gap-x-3">
      {chosen.q && Object.keys(chosen).length > 1 && (
        <StandaloneLink href={pathWithQuery(path, { q: chosen.q })}>
          Search all gifts
        </StandaloneLink>
      )}
      <StandaloneLink href={path}>Clear filters</StandaloneLink>
    </p>
  </div>
);

/** A heading that sorts by its column, and the other way at the second click. */
export function sortOf<Order extends string>(
  sort: Order,
  sortedBy: (sort: Order) => string,
  down: Order,
  up: Order,
) {
  const now = sort === down ? "descending" : sort === up ? "ascending" : null;
  return { href: sortedBy(now === "descending" ? up : down), now } as const;
}

/** `G-F3MZ…D860` */
export const shortened = (number: string) =>
  number.length > 14 ? `${number.slice(0, 6)}…${number.slice(-4)}` : number;
