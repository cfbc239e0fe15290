"use client";
import { useEffect } from "react";

/** Registers the service worker that serves the offline page (`public/sw.js`). */
export function OfflineWorker() {
  useEffect(() => {
    // Available on secure origins only. Without it, browsers show their own offline page.
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  }, []);
  return null;
}
