import type { ComponentProps, ReactNode } from "react";
import { FormFields } from "#app/forms/form-fields.tsx";
import { CONTEXT_FIELD } from "#app/forms/form-route.ts";
import { stateOf } from "#app/forms/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { StaffPage, StaffPageProps } from "./staff-page.tsx";

/** What the parts of a school's page take. */
export type SchoolPage = { page: StaffPageProps<"school"> };

type StaffFormProps = Omit<ComponentProps<typeof Form>, "method" | "action"> &
  Partial<Omit<ComponentProps<typeof FormFields>, "state">> & {
    page: StaffPage;
    /** The form's name below the page's path. */
    action: string;
    /** The version of what the form shows, for `requireShown`. */
    shown?: string | null;
    /** The button at its end, below fields. */
    send?: ReactNode;
  };

/** A form for `staffForm`, with the fields that it declares. It isn't processed for any other team than this page's. */
export function StaffForm(props: StaffFormProps) {
  const { page, action, form, saved, only, shown, children, send, ...rest } = props;
  return (
    <Form
      method="post"
      action={`${page.path}/${action}`}
      className={send ? "grid max-w-form gap-3" : undefined}
      {...rest}
    >
      <input type="hidden" name={CONTEXT_FIELD} value={page.scope.tenant} />
      {shown != null && <input type="hidden" name="shown" value={shown} />}
      {form && (
        <FormFields form={form} state={stateOf(page.state, action)} saved={saved} only={only} />
      )}
      {children}
      {send && <Button className="justify-self-start">{send}</Button>}
    </Form>
  );
}

type FoldedProps = Pick<StaffFormProps, "page" | "action" | "form"> & {
  ask: string;
  meaning: string;
  yes: string;
  look?: ComponentProps<typeof Button>["look"];
};

/** A form that few need, behind a line that says what it's for. It's open once it came back. */
export const FoldedForm = ({ ask, meaning, yes, look, ...form }: FoldedProps) => (
  <details className="mt-2" open={stateOf(form.page.state, form.action) !== null}>
    <summary className="link-alone">{ask}</summary>
    <p className="max-w-form text-quiet">{meaning}</p>
    <StaffForm {...form} className="mt-1 grid max-w-form gap-2">
      <Button {...(look && { look })} className="justify-self-start">
        {yes}
      </Button>
    </StaffForm>
  </details>
);
