import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { titleOf } from "#app/forms/form-title.ts";
import { requireCardholder } from "#app/session.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { mfaStatus, pendingEnrollment } from "#lib/cardholders/mfa/queries.ts";
import { TwoStepPage } from "../two-step-page.tsx";
import { QrCode } from "./qr-code.tsx";

const TITLE = "Set up your app";
type Query = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Query) => titleOf(TITLE, searchParams);

/** The key in groups of characters, easier to type. */
const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(" ");

/** A step, numbered. */
function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid gap-2">
      <h2 className="display text-d28">
        {number}. {title}
      </h2>
      {children}
    </li>
  );
}

export default async function Enrol({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireCardholder("/settings/two-step/enrol");
  const pending = await pendingEnrollment(scope);
  if (!pending) {
    // Already on: a form submitted twice ends up here, where its recovery codes were shown.
    redirect(
      (await mfaStatus(scope)) ? "/settings/two-step/codes" : "/settings/two-step?expired=1",
    );
  }
  const state = await readFormState(query);
  return (
    <TwoStepPage title={TITLE} state={state}>
      <ol className="grid gap-4">
        <Step number={1} title="Add the account">
          <p>
            Is your authenticator app on this device?{" "}
            <a href={pending.uri} className="link">
              Add the account there
            </a>
            . Otherwise, scan this code with it:
          </p>
          <QrCode text={pending.uri} name="QR code with the key below" />
          <div>
            <p className="text-quiet">Or enter this key:</p>
            <p className="select-all font-mono">{inGroups(pending.secret)}</p>
          </div>
        </Step>
        <Step number={2} title="Enter its code">
          <Form method="post" action="/settings/two-step/enrol/confirm" className="grid gap-3">
            <Field
              id="code"
              label="Code"
              help="The six digits the app shows now."
              autoComplete="one-time-code"
              inputMode="numeric"
              spellCheck={false}
              maxLength={20}
              error={state?.errors.code}
            />
            <Button className="justify-self-start">Turn on</Button>
          </Form>
        </Step>
      </ol>
    </TwoStepPage>
  );
}
