"use client";
import { useSyncExternalStore } from "react";

function subscribe(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** Says that the browser is offline, for as long as it is. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    // It stays in sight: whoever presses something further down must see why nothing happens.
    <div role="status" className="sticky top-0 z-10">
      {!isOnline && (
        <p className="border-waiting border-b-2 bg-sheet px-2 py-1 text-center">
          You are offline. What you see may be out of date, and nothing can be sent.
        </p>
      )}
    </div>
  );
}
