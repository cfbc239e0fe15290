import { FormFields } from "#app/forms/form-fields.tsx";
import { stateOf } from "#app/forms/form-state.ts";
import { COMPACT } from "#components/desk/filters.tsx";
import { Button } from "#components/ui/button.tsx";
import { Code } from "#components/ui/code.tsx";
import { type SchoolPage, StaffForm } from "../../../staff-page.tsx";
import { uploadToken } from "../../../uploads.ts";
import { forms } from "../forms.ts";

const EXAMPLE = `gift_number,confirmation_number,refusal_reason
G-Q43KRF0HBRQBN,OSU-26-118204,
G-7K3M9QX2V5TDH,,We don’t have this fund`;

/** Takes a file of decisions, which the table below then shows. Browsers let files be dropped on it. */
export async function DropZone({ page, isReplaced }: SchoolPage & { isReplaced: boolean }) {
  const form = forms["confirm/check/[token]"];
  const state = stateOf(page.state, "check");
  const token = await uploadToken(page.scope);
  return (
    <StaffForm
      page={page}
      action={`check/${token}`}
      encType="multipart/form-data"
      form={form}
      only={{ file: isReplaced ? { label: "Another file", help: null } : {} }}
      className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-1"
      data-drop=""
    >
      <Button look="quiet" className={COMPACT}>
        Check
      </Button>
      <details className="col-span-full" open={state !== null}>
        <summary className="link-alone">What the file needs, or paste its lines</summary>
        <div className="mb-2 grid max-w-reading gap-1">
          <p>
            A header line with gift_number or donation_id, and confirmation_number or
            refusal_reason. Commas, semicolons, or tabs between columns. Lines without a decision
            are ignored, so you can fill in the file that you downloaded. Declining a gift returns
            the points to the donor’s bank; the bank and the donor see your reason.
          </p>
          <Code label="An example">{EXAMPLE}</Code>
          <FormFields autoComplete="off" form={form} state={state} only={{ pasted: {} }} />
        </div>
      </details>
    </StaffForm>
  );
}
