import { type FormState, fieldOf } from "#app/forms/form-state.ts";
import { Field, RadioChoices, TextArea } from "#components/ui/field.tsx";
import type { SchoolFund } from "#lib/schools/funds/contract.ts";

export const TAX_CLASSES: Record<SchoolFund["deductibility"], { name: string; meaning: string }> = {
  full: { name: "Deductible in full", meaning: "The donor gets nothing in return." },
  quid_pro_quo: {
    name: "Includes benefits",
    meaning: "The donor may deduct what exceeds the value of the benefits.",
  },
  none: { name: "Not deductible", meaning: "The gift includes the right to buy seats." },
};

const ofPlatform = {
  help: "On your ticketing platform. Sent with each gift to this fund.",
  autoCapitalize: "none",
  spellCheck: false,
};

const textOf = (usd: number | null | undefined) => (usd == null ? "" : String(usd));

type FieldsProps = {
  /** Null for a new one. */
  fund: SchoolFund | null;
  state: FormState | null;
  /** Whether gifts reach the school through its ticketing platform, which has scopes of its own. */
  hasPlatform: boolean;
};

export function FundFields({ fund, state, hasPlatform }: FieldsProps) {
  const field = (id: keyof SchoolFund, saved: string | null | undefined) => ({
    ...fieldOf(state)(id, saved),
    autoComplete: "off",
  });
  return (
    <>
      <Field label="Name" {...field("name", fund?.name)} />
      <TextArea
        label="Description"
        help="What the fund supports, in a sentence. Donors read it when they choose."
        {...field("description", fund?.description)}
      />
      <RadioChoices
        id="deductibility"
        label="Tax class"
        error={state?.errors.deductibility}
        options={Object.entries(TAX_CLASSES).map(([value, { name, meaning }]) => ({
          value,
          label: name,
          help: meaning,
        }))}
        chosen={state?.values.deductibility ?? fund?.deductibility}
      />
      <Field
        label="Value of benefits, in dollars"
        help="Your good-faith estimate. Only for a fund that includes benefits."
        inputMode="decimal"
        {...field("good_faith_value_usd", textOf(fund?.good_faith_value_usd))}
      />
      <Field
        label="Minimum gift, in dollars"
        help="Leave empty if your general minimum applies."
        inputMode="decimal"
        {...field("minimum_donation_usd", textOf(fund?.minimum_donation_usd))}
      />
      <Field
        label="Code in your gift records"
        help="For the files that you import."
        autoCapitalize="none"
        spellCheck={false}
        {...field("platform_code", fund?.platform_code)}
      />
      {hasPlatform && (
        <>
          <Field
            label="Attraction ID"
            {...ofPlatform}
            {...field("attraction_id", fund?.attraction_id)}
          />
          <Field label="Venue ID" {...ofPlatform} {...field("venue_id", fund?.venue_id)} />
        </>
      )}
    </>
  );
}
