import { type FormState, fieldOf } from "#app/forms/form-state.ts";
import { Button, TextLink } from "#components/ui/button.tsx";
import { EmailField, Field, Select, TextArea } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { MAX_ADDRESS_LENGTH } from "#lib/cardholders/profile/contract.ts";
import {
  getCardholderName,
  getCardholderProfile,
  listPreferredSchoolChoices,
} from "#lib/cardholders/profile/queries.ts";
import { getSchool } from "#lib/schools/queries.ts";
import { NameWarning } from "../name-warning.tsx";
import { type FormOutcome, SettingsSection, stateOf } from "./settings-section.tsx";

export async function readProfileForm(scope: CardholderScope) {
  const [profile, name, schools] = await Promise.all([
    getCardholderProfile(scope),
    getCardholderName(scope),
    listPreferredSchoolChoices(scope),
  ]);
  const { preferred_school_id: schoolId } = profile;
  const school = schoolId === null ? null : await getSchool(schoolId);
  return { profile, name, schools, school };
}

type ProfileForm = Awaited<ReturnType<typeof readProfileForm>>;

const NONE = { value: "", text: "None" };

/** The preferred school's funds. The stored fund may be a name set by a bank, or may no longer exist. */
function preferredFundOptions({ profile, school }: ProfileForm) {
  const current = profile.preferred_fund ?? "";
  const funds = school?.funds ?? [];
  const known = funds.find(({ fund_id: id, name }) => current === id || current === name);
  const options = [NONE, ...funds.map(({ fund_id, name }) => ({ value: fund_id, text: name }))];
  if (current && !known) options.push({ value: current, text: current });
  return { chosen: known?.fund_id ?? current, options };
}

/** `state` is set if the form was rejected. */
type FieldsProps = ProfileForm & { state: FormState | null };

function PersonFields({ profile, name, state }: FieldsProps) {
  const field = fieldOf(state);
  return (
    <>
      <Field
        label="Name"
        help={`Your name here and on receipts. Leave it blank to use the one from your bank${name.byBank ? `: ${name.byBank}` : ""}.`}
        autoComplete="name"
        {...field("display_name", name.chosen)}
      />
      <NameWarning name={name.chosen ?? name.byBank} />
      <Field
        type="tel"
        label="Phone"
        help="Optional."
        autoComplete="tel"
        {...field("phone", profile.phone)}
      />
      <TextArea
        label="Postal address"
        help="Optional. A school learns it only with a gift that you share it with."
        rows={3}
        autoComplete="street-address"
        maxLength={MAX_ADDRESS_LENGTH}
        {...field("postal_address", profile.postal_address)}
      />
      <EmailField
        label="Email address for tax receipts"
        help={`Leave it blank to get them at ${profile.email}.`}
        autoComplete="email"
        {...field("tax_receipt_email", profile.tax_receipt_email)}
      />
    </>
  );
}

function PreferenceFields(form: FieldsProps) {
  const { profile, schools, school, state } = form;
  const field = fieldOf(state);
  const { chosen, options } = preferredFundOptions(form);
  const inactiveNote = (active: boolean) => (active ? "" : " (isn’t accepting gifts right now)");
  return (
    <>
      <input type="hidden" name="shown_school" value={profile.preferred_school_id ?? ""} />
      <Select
        label="Preferred school"
        help={
          <>
            Comes first when you give here. Banks can’t see it. The list has the schools that you
            follow or have given to: <TextLink href="/schools">follow a school</TextLink> to add it.
          </>
        }
        {...field("preferred_school_id", profile.preferred_school_id)}
        options={[
          NONE,
          ...schools.map(({ school_id, name, active }) => ({
            value: school_id,
            text: name + inactiveNote(active),
          })),
        ]}
      />
      {school && (
        <Select
          label={`Preferred fund at ${school.name}`}
          help="Choose a different school and save to see its funds."
          options={options}
          {...field("preferred_fund", chosen)}
        />
      )}
    </>
  );
}

export function ProfileSection({ outcome, ...form }: ProfileForm & { outcome: FormOutcome }) {
  const state = stateOf("profile", outcome);
  return (
    <SettingsSection
      id="profile"
      outcome={outcome}
      intro={
        <>
          You sign in as <span className="break-all text-ink">{form.profile.email}</span>. It’s the
          address that your bank has for you. If the bank changes it, you sign in with the new one,
          and your earlier gifts stay with this one.
        </>
      }
    >
      <Form method="post" action="/settings/profile" className="grid gap-3">
        <PersonFields {...form} state={state} />
        <PreferenceFields {...form} state={state} />
        <Button className="justify-self-start">Save profile</Button>
      </Form>
    </SettingsSection>
  );
}
