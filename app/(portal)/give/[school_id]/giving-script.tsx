"use client";
import { useEffect } from "react";

/** Loads the script that updates the ticket as the form is filled in. Only after hydration, since it changes the DOM. */
export function GivingScript() {
  useEffect(() => {
    const script = document.createElement("script");
    script.type = "module";
    script.src = "/giving.js";
    document.body.append(script);
    return () => script.remove();
  }, []);
  return null;
}
