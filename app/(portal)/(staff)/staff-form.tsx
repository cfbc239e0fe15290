import type { ComponentProps } from "react";
import { CONTEXT_FIELD } from "#app/forms/form-route.ts";
import { Form } from "#components/ui/form.tsx";
import type { StaffPage, StaffPageProps } from "./staff-page.tsx";

/** What the parts of a school's page take. */
export type SchoolPage = { page: StaffPageProps<"school"> };

type StaffFormProps = Omit<ComponentProps<typeof Form>, "method" | "action"> & {
  page: StaffPage;
  /** The form's name below the page's path. */
  action: string;
};

/** A form for `staffForm`, which isn't processed for any other team than this page's. */
export const StaffForm = ({ page: { scope, path }, action, children, ...form }: StaffFormProps) => (
  <Form method="post" action={`${path}/${action}`} {...form}>
    <input type="hidden" name={CONTEXT_FIELD} value={scope.tenant} />
    {children}
  </Form>
);
