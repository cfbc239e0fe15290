"use client";
import { useEffect } from "react";

/** Has the browser keep the page that it shows while it is offline (`public/sw.js`), where it can. */
export function OfflineWorker() {
  useEffect(() => {
    // Browsers offer it to secure origins only. Without it they show a page of their own.
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  }, []);
  return null;
}
