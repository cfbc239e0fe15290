"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** What the server asks of the browser, in WebAuthn's JSON, and the token of its challenge. */
type Prompt = { options: object; challenge: string };

/** Challenges expire. Leaves time for the person to answer. */
const FRESH_MS = 2 * 60 * 1_000;

const UNSUPPORTED = "Unsupported";

/** By the name of the browser's error. */
const PROBLEMS: Record<string, string> = {
  [UNSUPPORTED]: "This browser doesn’t support passkeys. Update it, or use another one.",
  NotAllowedError: "You canceled, or it timed out. Try again.",
  AbortError: "You canceled, or it timed out. Try again.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys don’t work at this address. Open this site at its usual one.",
  NotSupportedError: "Passkeys don’t work on this device. Try another one.",
  ConstraintError:
    "This device can’t create a passkey, because it has no screen lock. Set one, or use another device.",
};

const problemOf = (error: unknown): string =>
  (error instanceof Error && PROBLEMS[error.name]) ||
  "Your browser couldn’t use a passkey. Try again.";

/** The prompt in a page; null if it has none, such as after signing out. */
function promptIn(page: Document): Prompt | null {
  const text = page.querySelector<HTMLElement>("[data-passkey]")?.dataset.passkey;
  return text ? JSON.parse(text) : null;
}

/** The prompt of this page as it is now. */
async function fetchPrompt(): Promise<Prompt | null> {
  const response = await fetch(location.href);
  return promptIn(new DOMParser().parseFromString(await response.text(), "text/html"));
}

/** Asks the browser. @returns its response as JSON */
async function respond(kind: "create" | "get", options: object): Promise<string> {
  // Loaded on demand: most visitors never need it.
  const webauthn = await import("@simplewebauthn/browser");
  if (!webauthn.browserSupportsWebAuthn()) {
    throw Object.assign(new Error("no WebAuthn"), { name: UNSUPPORTED });
  }
  // The server made the options with the same library.
  const optionsJSON = options as never;
  const response =
    kind === "create"
      ? await webauthn.startRegistration({ optionsJSON })
      : await webauthn.startAuthentication({ optionsJSON });
  return JSON.stringify(response);
}

type PasskeyButtonProps = {
  kind: "create" | "get";
  prompt: Prompt;
  /** Asks as soon as the page has loaded. */
  startsItself?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A form's button that asks the browser for a passkey, and then submits the form with the response. Disabled until its
 * script is there: a press before that would submit the form without a response.
 */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { kind, prompt, startsItself, className = "", children } = props;
  const [problem, setProblem] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  const challenge = useRef<HTMLInputElement>(null);
  const response = useRef<HTMLInputElement>(null);
  const loadedAt = useRef(0);
  const [isLoaded, setIsLoaded] = useState(false);
  const isAsking = useRef(false);

  async function ask(): Promise<void> {
    if (isAsking.current || !challenge.current || !response.current) return;
    isAsking.current = true;
    setProblem("");
    try {
      const isRecentlyVerified = performance.now() - loadedAt.current < FRESH_MS;
      const current = isRecentlyVerified ? promptIn(document) : await fetchPrompt();
      if (!current) return location.reload();
      const answer = await respond(kind, current.options);
      challenge.current.value = current.challenge;
      response.current.value = answer;
      button.current?.form?.requestSubmit();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      isAsking.current = false;
    }
  }

  const start = useRef(ask);
  useEffect(() => {
    loadedAt.current = performance.now();
    setIsLoaded(true);
    if (startsItself) void start.current();
  }, [startsItself]);

  return (
    <div data-passkey={JSON.stringify(prompt)} className="grid gap-1">
      <input ref={challenge} type="hidden" name="challenge" />
      <input ref={response} type="hidden" name="response" />
      <Button
        ref={button}
        className={`disabled:cursor-default noscript:opacity-60 ${className}`}
        disabled={!isLoaded}
        onClick={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        {children}
      </Button>
      <p className="hidden text-quiet noscript:block">
        Passkeys need JavaScript, which is turned off in your browser.
      </p>
      <p role="alert" className="text-failed">
        {problem}
      </p>
    </div>
  );
}
