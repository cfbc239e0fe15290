"use client";
import { useReaderZone } from "./reader-zone.ts";

const STYLES = {
  day: { month: "short", day: "numeric" },
  time: {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A point in time, in the reader's zone. A page that shows times of day names the zone once. */
export function Moment({ at, as }: { at: string; as: keyof typeof STYLES }) {
  const timeZone = useReaderZone();
  const text = new Intl.DateTimeFormat("en-US", { ...STYLES[as], timeZone }).format(new Date(at));
  return (
    <time dateTime={at} className="figures">
      {text}
    </time>
  );
}

/** The reader's zone, as they would write it: "EST", "UTC". */
export function ReaderZone() {
  const timeZone = useReaderZone();
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" });
  return parts.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
