import type { ReactNode } from "react";

/** Hidden form fields. */
export function Hidden({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** A form of the flow. Its hidden fields carry the token, since frames and webviews may keep no cookies. */
export function EmbedForm({
  carries,
  className,
  isGiving = false,
  children,
}: {
  carries: Record<string, string>;
  className?: string;
  /** Whether scripts print its ticket while it is filled in. */
  isGiving?: boolean;
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      action="session"
      noValidate
      className={className}
      data-giving={isGiving || undefined}
    >
      <Hidden fields={carries} />
      {children}
    </form>
  );
}
