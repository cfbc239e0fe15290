"use client";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The reader's time zone. On the server and until scripts run: UTC. */
export function useReaderZone(): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    () => "UTC",
  );
}
