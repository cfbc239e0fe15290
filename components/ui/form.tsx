"use client";
import { type ComponentProps, useEffect, useRef, useState } from "react";

const SHOW_AFTER_MS = 150;

type State = "ready" | "sending" | "offline";

const SAID: Record<State, string> = {
  ready: "",
  sending: "Sending…",
  offline: "You are offline, so nothing was sent. What you have entered stays here.",
};

/**
 * A form that is sent once, however often its button is pressed, and not at all while the browser is
 * offline. Before scripts have loaded it is a plain form; the server bears a second click, too.
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
    // The page may come back as it was left: by the browser's own way back, or from a download.
    addEventListener("pageshow", begin);
    addEventListener("online", begin);
    return () => {
      removeEventListener("pageshow", begin);
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
