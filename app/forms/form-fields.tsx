import type { ComponentProps } from "react";
import { EmailField, Field, RadioChoices, Select, TextArea } from "#components/ui/field.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { type FieldTable, type FormField, secretsIn } from "./fields.ts";
import type { FormState } from "./form-state.ts";

const INPUTS = { area: TextArea, email: EmailField, password: PasswordField, line: Field };

type InputProps = { name: string; field: FormField; value: string | undefined; error: string | undefined };

function Input({ name, field, value, error }: InputProps) {
  const { as = "line", help, options = [], secret, blank, message, maxBytes, read, ...attributes } = field;
  const shared = {
    id: name,
    name,
    ...attributes,
    label: attributes.label ?? "",
    help: typeof help === "function" ? help() : help,
    error,
  };
  if (as === "radio") {
    const choices = options as ComponentProps<typeof RadioChoices>["options"];
    return <RadioChoices {...shared} options={choices} chosen={value} />;
  }
  if (as === "select") {
    const choices = options as ComponentProps<typeof Select>["options"];
    return <Select {...(shared as object)} {...{ id: name, label: shared.label }} options={choices} defaultValue={value} />;
  }
  const Control = INPUTS[as] as typeof Field;
  return <Control {...shared} defaultValue={value} />;
}

type FormFieldsProps = {
  form: { fields: FieldTable };
  /** The form's state, if it came back: then its fields have what was typed, and its errors. */
  state: FormState | null;
  /** What is saved, or offered. */
  saved?: Record<string, unknown>;
  /** The fields to render, if not all, with what only the page knows of them. */
  only?: Record<string, Partial<FormField>>;
};

/** A form's fields, as it declares them. */
export function FormFields({ form: { fields }, state, saved = {}, only = fields }: FormFieldsProps) {
  const secrets = secretsIn(fields);
  return Object.entries(only).map(([name, more]) => {
    const field = { ...fields[name], ...more };
    const hasNoValue = secrets.includes(name) || field.type === "file";
    const value = state?.values[name] ?? String(saved[name] ?? "");
    return (
      field.label && (
        <Input
          key={name}
          name={name}
          field={field}
          value={hasNoValue ? undefined : value}
          error={state?.errors[name]}
        />
      )
    );
  });
}
