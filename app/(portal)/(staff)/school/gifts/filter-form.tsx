import type { FormErrors } from "#app/forms/form-errors.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { Field, Select } from "#components/ui/field.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import type { GiftFilter } from "#lib/batches/saved-views.ts";
import { STATUSES } from "#lib/donations/contract.ts";
import type { SchoolFund } from "#lib/schools/funds/contract.ts";
import { DATES, GIFTS } from "./gift-filter.ts";
import { STATUS_WORDS } from "./gift-words.tsx";

const ANY = { value: "", text: "All" };

/** The funds, and the one that was asked for if it's none of them. */
function fundOptions(funds: SchoolFund[], chosen: string | undefined) {
  const options = funds.map(({ fund_id, name }) => ({ value: fund_id, text: name }));
  options.push({ value: "-", text: "Not one of your funds" });
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen);
  return [ANY, ...options, ...(isKnown ? [] : [{ value: chosen, text: chosen }])];
}

type FilterProps = { chosen: GiftFilter; errors: FormErrors; funds: SchoolFund[] };

export function GiftFilterForm({ chosen, errors, funds }: FilterProps) {
  const isFiltered = Object.keys(chosen).length > 0;
  const field = (id: keyof GiftFilter, label: string) => ({
    id,
    label,
    defaultValue: chosen[id] ?? "",
    error: errors[id],
  });
  const text = { autoComplete: "off", spellCheck: false } as const;
  return (
    <FilterForm
      summary="Search and filter"
      path={GIFTS}
      chosen={chosen}
      className="mt-1"
      grid="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] items-end gap-x-2 gap-y-1.5 wide:grid-cols-4 [&>div]:min-w-0"
    >
      {chosen.batch_id && <input type="hidden" name="batch_id" value={chosen.batch_id} />}
      {chosen.bank_id && <input type="hidden" name="bank_id" value={chosen.bank_id} />}
      <Field {...field("donor", "Donor")} type="search" {...text} />
      <Field {...field("gift", "Gift number")} autoCapitalize="characters" {...text} />
      <Field {...field("amount", "Amount ($)")} inputMode="decimal" {...text} />
      <Select {...field("fund", "Fund")} options={fundOptions(funds, chosen.fund)} />
      <Select
        {...field("date", "Which date")}
        options={Object.entries(DATES).map(([value, words]) => ({ value, text: words }))}
      />
      <Field {...field("from", "From")} type="date" />
      <Field {...field("to", "To")} type="date" />
      <Select
        {...field("status", "Status")}
        options={[ANY, ...STATUSES.map((value) => ({ value, text: STATUS_WORDS[value].word }))]}
      />
      <div className="flex flex-wrap items-center gap-x-2">
        <Button look="quiet">Show</Button>
        {isFiltered && <StandaloneLink href={GIFTS}>Show all</StandaloneLink>}
      </div>
    </FilterForm>
  );
}
