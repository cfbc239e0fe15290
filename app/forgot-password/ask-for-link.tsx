import { Button } from "#components/ui/button.tsx";
import { EmailField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";

type AskForLinkProps = {
  email?: string | undefined;
  error?: string | undefined;
  /** Where to continue after the sign-in. */
  next?: string | undefined;
};

export function AskForLink({ email, error, next }: AskForLinkProps) {
  return (
    <Form method="post" action="/forgot-password/submit" className="grid gap-3">
      {next && <input type="hidden" name="next" value={next} />}
      <EmailField
        help="The one your bank has on file, or that was invited to a team."
        autoComplete="username"
        defaultValue={email}
        error={error}
      />
      <Button>Email me a link</Button>
    </Form>
  );
}
