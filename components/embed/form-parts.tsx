/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";

/** Hidden form fields. */
export function Hidden({ fields }: { fields: Record<string, string> }) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** A form of the flow. Its hidden fields carry the token, since frames and webviews may keep no cookies. */
export function EmbedForm({
  carries,
  className = "",
  children,
}: PropsWithChildren<{ carries: Record<string, string>; className?: string }>) {
  return (
    <form method="post" action="session" class={className} novalidate>
      <Hidden fields={carries} />
      {children}
    </form>
  );
}

/** The error summary above a form: takes the focus and links to each field. */
export function Errors({ errors }: { errors: Record<string, string> }) {
  const list = Object.entries(errors);
  if (list.length === 0) return null;
  return (
    <div class="notice failed" role="alert" tabindex={-1} autofocus>
      <p class="strong">That did not go through yet</p>
      <ul>
        {list.map(([field, told]) => (
          <li>{field === "" ? told : <a href={`#${field}`}>{told}</a>}</li>
        ))}
      </ul>
    </div>
  );
}

/** A field's error message. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} class="error">
      <span class="hidden">Error: </span>
      {error}
    </p>
  );
}

/** ARIA attributes that link an input to its help and error. */
export function wiring(id: string, error: string | undefined, hasHelp = false) {
  const describedBy = [hasHelp && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
    ...(error ? { "aria-invalid": "true" as const } : {}),
  };
}

/** A collapsible section. */
export function Fold({
  summary,
  isOpen,
  children,
}: PropsWithChildren<{ summary: string; isOpen: boolean }>) {
  return (
    <details open={isOpen}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  );
}
