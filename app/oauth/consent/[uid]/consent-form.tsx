import type { ReactNode } from "react";
import type { FormErrors } from "#app/forms/form-errors.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Choice, Choices } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";

type Props = {
  path: string;
  token: string;
  /** The masked email address that the bank has, if it differs from the signed-in account's. */
  otherEmail: string | null;
  email: string;
  errors: FormErrors;
  /** What the buttons decide about. */
  children: ReactNode;
};

/** The decision, with both buttons always in sight. It works without JavaScript. */
export function ConsentForm({ path, token, otherEmail, email, errors, children }: Props) {
  return (
    <Form method="post" action={`${path}/submit`} className="mt-1 grid gap-2.5">
      <ErrorSummary title="Your account isn’t connected yet" errors={errors} />
      {children}
      <input type="hidden" name="approver" value={token} />
      {otherEmail !== null && (
        <Choices
          id="confirm"
          label="Your bank has a different email address for you"
          help={
            <>
              It has <bdi>{otherEmail}</bdi>. If you continue, gifts and receipts go to{" "}
              <bdi>{email}</bdi>. If that isn’t you, decline.
            </>
          }
          error={errors.confirm}
        >
          <Choice
            type="checkbox"
            id="confirm-yes"
            name="confirm"
            value="yes"
            label={
              <>
                Yes, connect it to <bdi>{email}</bdi>
              </>
            }
          />
        </Choices>
      )}
      <div
        data-sticky
        className="-mx-2 sticky bottom-0 flex flex-wrap gap-1.5 border-line border-t bg-paper px-2 py-1.5 *:flex-[1_1_8rem] *:px-1.5 wide:mx-0 wide:px-0"
      >
        <Button name="decision" value="approve">
          Connect
        </Button>
        <Button look="quiet" name="decision" value="decline">
          Don’t connect
        </Button>
      </div>
    </Form>
  );
}
