import type { ComponentProps } from "react";

type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  /** Also the field's name, unless another is given. */
  id: string;
  label: string;
  help?: string;
  /** What is wrong and what to do about it. */
  error?: string | undefined;
};

/** A text field: label above, help beneath the label, the error right above what it is about. */
export function Field({ id, label, help, error, name = id, ...input }: FieldProps) {
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [helpId, errorId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={error ? "border-failed border-l-4 pl-1.5" : ""}>
      <label htmlFor={id} className="block font-strong">
        {label}
      </label>
      {help && (
        <p id={helpId} className="mt-0.5 text-quiet text-small">
          {help}
        </p>
      )}
      {error && (
        <p id={errorId} className="mt-0.5 text-failed">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <input
        id={id}
        name={name}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        className={`mt-1 block h-6 w-full rounded-box border bg-sheet px-1.5 text-ink text-base ${error ? "border-failed" : "border-edge"}`}
        {...input}
      />
    </div>
  );
}
