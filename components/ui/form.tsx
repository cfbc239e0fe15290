import type { ComponentProps } from "react";

/**
 * A form that public/page.js submits only once, however often its button is pressed, and never while offline. Before
 * that script runs it's a plain form; the server tolerates double submits too.
 */
export function Form({ children, className = "", ...form }: ComponentProps<"form">) {
  return (
    <form {...form} noValidate data-once className={`group ${className}`}>
      {children}
      {/* It may say that the form is being sent before React hydrates the page, which accepts any text of one child. */}
      <p role="status" data-form-status className="sr-only" suppressHydrationWarning>
        {""}
      </p>
    </form>
  );
}
