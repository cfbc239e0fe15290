"use client";
import { useEffect, useSyncExternalStore } from "react";

function subscribe(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    // Sticky, so the reason is visible anywhere on the page.
    <div role="status" className="sticky top-0 z-10">
      {!isOnline && (
        <p className="border-waiting border-b-2 bg-sheet px-2 py-1 text-center">
          You’re offline. What you see may be out of date, and nothing can be sent.
        </p>
      )}
    </div>
  );
}

/** Registers the service worker that serves the offline page (`public/sw.js`). */
export function OfflineWorker() {
  useEffect(() => {
    // Only available on secure origins. Elsewhere, browsers show their own offline page.
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  }, []);
  return null;
}
