"use client";
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";

const ZONE_COOKIE = "zone";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const noSubscription = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const Remembered = createContext("UTC");

/**
 * Provides the reader's time zone. The server uses the cookie from an earlier page view, so times are correct from the
 * start, even without JavaScript. On the first view it uses UTC.
 */
export function TimeZoneProvider({
  remembered,
  children,
}: {
  remembered: string;
  children: ReactNode;
}) {
  useEffect(() => {
    const zone = browserZone();
    if (zone === remembered) return;
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't available everywhere yet
    document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  }, [remembered]);
  return <Remembered value={remembered}>{children}</Remembered>;
}

/** The reader's time zone, such as `America/New_York`. */
export function useTimeZone(): string {
  const remembered = useContext(Remembered);
  return useSyncExternalStore(noSubscription, browserZone, () => remembered);
}
