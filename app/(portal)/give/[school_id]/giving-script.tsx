"use client";
import { useEffect } from "react";

/** Loads the script that prints the ticket while the form is filled in: once React no longer compares the page. */
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
