import { FormFields } from "#app/forms/form-fields.tsx";
import { type FormState, stateOf } from "#app/forms/form-state.ts";
import { Button, TextLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import {
  getCardholderName,
  getCardholderProfile,
  listPreferredSchoolChoices,
} from "#lib/cardholders/profile/queries.ts";
import { getSchool } from "#lib/schools/queries.ts";
import { NameWarning } from "../name-warning.tsx";
import { forms } from "./forms.ts";
import { type FormOutcome, SettingsSection } from "./settings-section.tsx";

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
  const saved = { ...profile, display_name: name.chosen };
  const fields = { form: forms.profile, state, saved };
  const byBank = name.byBank ? `: ${name.byBank}` : "";
  return (
    <>
      <FormFields
        {...fields}
        only={{
          display_name: {
            help: `Your name here and on receipts. Leave it blank to use the one from your bank${byBank}.`,
          },
        }}
      />
      <NameWarning name={name.chosen ?? name.byBank} />
      <FormFields
        {...fields}
        only={{
          phone: {},
          postal_address: {},
          tax_receipt_email: { help: `Leave it blank to get them at ${profile.email}.` },
        }}
      />
    </>
  );
}

const SCHOOL_HELP = (
  <>
    Comes first when you give here. Banks can’t see it. The list has the schools that you follow or
    have given to: <TextLink href="/schools">follow a school</TextLink> to add it.
  </>
);

function PreferenceFields(form: FieldsProps) {
  const { profile, schools, school, state } = form;
  const { chosen, options: funds } = preferredFundOptions(form);
  const options = schools.map(({ school_id, name, active }) => ({
    value: school_id,
    text: active ? name : `${name} (isn’t accepting gifts right now)`,
  }));
  return (
    <>
      <input type="hidden" name="shown_school" value={profile.preferred_school_id ?? ""} />
      <FormFields
        form={forms.profile}
        state={state}
        saved={{ ...profile, preferred_fund: chosen }}
        only={{
          preferred_school_id: { help: SCHOOL_HELP, options: [NONE, ...options] },
          ...(school && {
            preferred_fund: { label: `Preferred fund at ${school.name}`, options: funds },
          }),
        }}
      />
    </>
  );
}

export function ProfileSection({ outcome, ...form }: ProfileForm & { outcome: FormOutcome }) {
  const state = stateOf(outcome.state, "profile");
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
