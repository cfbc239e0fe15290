import type { FormErrors } from "#app/forms/form-state.ts";
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
};

/** The approve and decline buttons. They work without JavaScript. */
export function ConsentForm({ path, token, otherEmail, email, errors }: Props) {
  return (
    <Form method="post" action={`${path}/submit`} className="grid gap-3">
      <ErrorSummary title="Your account isn’t connected yet" errors={errors} />
      <input type="hidden" name="approver" value={token} />
      {otherEmail !== null && (
        <Choices
          id="confirm"
          label="Your bank has a different email address for you"
          help={
            <>
              It has <bdi>{otherEmail}</bdi>. If you go on, gifts and receipts go to{" "}
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
      <div className="flex flex-wrap gap-2">
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
