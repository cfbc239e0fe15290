import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";

type PasskeyButtonProps = {
  kind: "create" | "get";
  /** What the server asks of the browser, in WebAuthn's JSON, and the token of its challenge. */
  prompt: { options: object; challenge: string };
  /** Asks as soon as the page has loaded. */
  startsItself?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A form's button that asks the browser for a passkey, and then submits the form with the response
 * (public/passkey.js). Disabled until its script is there: a press before that would submit the form without a response.
 */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { kind, prompt, startsItself, className = "", children } = props;
  return (
    <div
      data-passkey={JSON.stringify(prompt)}
      data-kind={kind}
      data-starts-itself={startsItself || undefined}
      className="grid gap-1"
    >
      <input type="hidden" name="challenge" />
      <input type="hidden" name="response" />
      <Button className={`disabled:cursor-default noscript:opacity-60 ${className}`} disabled>
        {children}
      </Button>
      <p className="hidden text-quiet noscript:block">
        Passkeys need JavaScript, which is turned off in your browser.
      </p>
      <p role="alert" className="text-failed" />
    </div>
  );
}
