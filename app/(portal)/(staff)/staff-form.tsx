import type { ComponentProps, ReactNode } from "react";
import { CONTEXT_FIELD } from "#app/forms/form-route.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { StaffPage, StaffPageProps } from "./staff-page.tsx";

/** What the parts of a school's page take. */
export type SchoolPage = { page: StaffPageProps<"school"> };

type StaffFormProps = Omit<ComponentProps<typeof Form>, "method" | "action"> & {
  page: StaffPage;
  /** The form's name below the page's path. */
  action: string;
  /** The button at its end, below fields. */
  send?: ReactNode;
};

/** A form for `staffForm`, which isn't processed for any other team than this page's. */
export const StaffForm = ({ page, action, children, send, ...form }: StaffFormProps) => (
  <Form
    method="post"
    action={`${page.path}/${action}`}
    className={send ? "grid max-w-form gap-3" : undefined}
    {...form}
  >
    <input type="hidden" name={CONTEXT_FIELD} value={page.scope.tenant} />
    {children}
    {send && <Button className="justify-self-start">{send}</Button>}
  </Form>
);
