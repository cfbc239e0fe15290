"use client";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Field } from "./field.tsx";

/**
 * A password field with a "Show" button, since long passwords are easy to mistype. The button appears after hydration.
 */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const [isReady, setReady] = useState(false);
  const [isShown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    // If submitted as type=text, the password would end up in the browser's autofill history.
    const form = isReady && button.current?.form;
    if (!form) return undefined;
    const hide = () => setShown(false);
    form.addEventListener("submit", hide);
    return () => form.removeEventListener("submit", hide);
  }, [isReady]);
  return (
    <Field
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      className="pr-9"
      end={
        isReady && (
          <button
            ref={button}
            type="button"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="group/show absolute right-0 bottom-0 h-6 cursor-pointer px-1 text-quiet text-small hover:text-ink"
          >
            <span className="rounded-box px-1 py-0.5 underline group-aria-pressed/show:font-strong group-aria-pressed/show:text-ink">
              Show<span className="sr-only"> password</span>
            </span>
          </button>
        )
      }
    />
  );
}
