import type { ComponentProps } from "react";
import { Field } from "./field.tsx";

/** A password field with a "Show" button (public/page.js), since long passwords are easy to mistype. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  return (
    <Field
      {...props}
      type="password"
      autoCapitalize="none"
      spellCheck={false}
      className="pr-9"
      end={
        <button
          type="button"
          data-shows={props.id}
          aria-pressed="false"
          className="group/show noscript:hidden absolute right-0 bottom-0 h-6 cursor-pointer px-1 text-quiet text-small hover:text-ink"
        >
          <span className="rounded-box px-1 py-0.5 underline group-aria-pressed/show:font-strong group-aria-pressed/show:text-ink">
            Show<span className="sr-only"> password</span>
          </span>
        </button>
      }
    />
  );
}
