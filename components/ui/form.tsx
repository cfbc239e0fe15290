"use client";
import { type ComponentProps, useEffect, useRef, useState } from "react";

const SHOW_AFTER_MS = 150;

type State = "ready" | "sending" | "offline";

const STATE_TEXT: Record<State, string> = {
  ready: "",
  sending: "Sending…",
  offline: "You’re offline, so nothing was sent. What you entered is still here.",
};

/**
 * A form that submits only once, however often its button is pressed, and never while offline. Before hydration it's a
 * plain form; the server tolerates double submits too.
 */
export function Form({ children, className = "", ...form }: ComponentProps<"form">) {
  const [state, setState] = useState<State>("ready");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const reset = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      setState("ready");
    };
    // Resets a page restored from the back/forward cache. The first `pageshow` fires only after everything has loaded,
    // when the form may already be submitting.
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    addEventListener("pageshow", restore);
    addEventListener("online", reset);
    return () => {
      removeEventListener("pageshow", restore);
      removeEventListener("online", reset);
    };
  }, []);
  return (
    <form
      {...form}
      noValidate
      aria-busy={state === "sending" || undefined}
      className={`group ${className}`}
      onSubmit={(event) => {
        if (!navigator.onLine) {
          event.preventDefault();
          setState("offline");
        } else if (timer.current) {
          event.preventDefault();
        } else {
          timer.current = setTimeout(() => setState("sending"), SHOW_AFTER_MS);
        }
      }}
    >
      {children}
      <p role="status" className={state === "offline" ? "text-failed" : "sr-only"}>
        {STATE_TEXT[state]}
      </p>
    </form>
  );
}
