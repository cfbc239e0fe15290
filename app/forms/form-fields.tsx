import type { ComponentProps, ComponentType } from "react";
import {
  EmailField,
  Field,
  FileField,
  PasswordField,
  RadioChoices,
  Select,
  TextArea,
} from "#components/ui/field.tsx";
import { type FieldTable, type FormField, isSecret } from "./fields.ts";
import type { FormState } from "./form-state.ts";

/** By what a field is entered in. They take the same props, and some take choices. */
const INPUTS = {
  line: Field,
  area: TextArea,
  email: EmailField,
  file: FileField,
  password: PasswordField,
  radio: RadioChoices,
  select: Select,
} as unknown as Record<string, ComponentType<ComponentProps<typeof Field>>>;

type FormFieldsProps = {
  form: { fields: FieldTable };
  /** The form's state, if it came back: then its fields have what was typed, and its errors. */
  state: FormState | null;
  /** What is saved, or offered. */
  saved?: Record<string, unknown>;
  /** The fields to render, if not all, with what only the page knows of them. */
  only?: Record<string, Partial<FormField>>;
  /** Of fields that don't say what browsers may fill in. */
  autoComplete?: "off";
};

/** A form's fields, as it declares them. Those without a label are the page's to render. */
export function FormFields({ form, state, saved = {}, ...more }: FormFieldsProps) {
  const { only = form.fields, autoComplete } = more;
  return Object.entries(only).map(([name, known]) => {
    const field: FormField = { ...form.fields[name], ...known };
    const { as = "line", label, help, secret, blank, message, maxBytes, read, ...input } = field;
    const Input = INPUTS[as];
    if (!label || !Input) return null;
    const hasValue = !isSecret(field) && as !== "file";
    return (
      <Input
        key={name}
        id={name}
        name={name}
        autoComplete={autoComplete}
        {...input}
        label={label}
        help={typeof help === "function" ? help() : help}
        error={state?.errors[name]}
        defaultValue={hasValue ? (state?.values[name] ?? String(saved[name] ?? "")) : undefined}
      />
    );
  });
}
