"use client";
import { type ComponentProps, useEffect, useRef, useState } from "react";

const SHOW_AFTER_MS = 150;

type State = "ready" | "sending" | "offline";

const SAID: Record<State, string> = {
  ready: "",
  sending: "Sending…",
  offline: "You’re offline, so nothing was sent. What you entered is still here.",
};

/**
 * A form that is submitted once, however often its button is pressed, and not at all while offline.
 * Before hydration it is a plain form; the server tolerates a double submit, too.
 */
export function Form({ children, className = "", ...form }: ComponentProps<"form">) {
  const [state, setState] = useState<State>("ready");
  const sending = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const begin = () => {
      clearTimeout(sending.current);
      sending.current = undefined;
      setState("ready");
    };
    // The page may be restored as it was, from the back/forward cache. Its first showing comes after it has loaded
    // everything: by then, the form may be on its way.
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) begin();
    };
    addEventListener("pageshow", restore);
    addEventListener("online", begin);
    return () => {
      removeEventListener("pageshow", restore);
      removeEventListener("online", begin);
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
        } else if (sending.current) {
          event.preventDefault();
        } else {
          sending.current = setTimeout(() => setState("sending"), SHOW_AFTER_MS);
        }
      }}
    >
      {children}
      <p role="status" className={state === "offline" ? "text-failed" : "sr-only"}>
        {SAID[state]}
      </p>
    </form>
  );
}
