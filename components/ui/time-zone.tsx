"use client";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";

const noSubscription = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const Remembered = createContext("UTC");

/**
 * Provides the reader's time zone. The server uses the cookie from an earlier page view (public/page.js), so times are
 * correct from the start, even without JavaScript. On the first view it uses UTC.
 */
export function TimeZoneProvider({
  remembered,
  children,
}: {
  remembered: string;
  children: ReactNode;
}) {
  return <Remembered value={remembered}>{children}</Remembered>;
}

/** The zone of pages that have one of their own, whoever reads them. */
export const Fixed = createContext<string | null>(null);

/** The page's time zone, such as `America/New_York`: its own, or the reader's. */
export function useTimeZone(): string {
  const remembered = useContext(Remembered);
  const readers = useSyncExternalStore(noSubscription, browserZone, () => remembered);
  return useContext(Fixed) ?? readers;
}
