"use client";
import { useTimeZone } from "./time-zone.tsx";

const STYLES = {
  /** Nov 21, 2026 */
  date: { month: "short", day: "numeric", year: "numeric" },
  /** Nov 21, with the year if it's another one */
  day: { month: "short", day: "numeric" },
  /** Nov 21, 2026, 9:05 AM EST */
  minute: {
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  },
  /** Nov 21, 9:05:10 AM */
  time: {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A point in time, in the page's time zone. */
export function Moment({ at, as }: { at: Date | string; as: keyof typeof STYLES }) {
  const timeZone = useTimeZone();
  const yearOf = (time: Date) => time.toLocaleDateString("en-US", { year: "numeric", timeZone });
  const style = as === "day" && yearOf(new Date(at)) !== yearOf(new Date()) ? "date" : as;
  const text = new Intl.DateTimeFormat("en-US", { ...STYLES[style], timeZone }).format(
    new Date(at),
  );
  return (
    <time dateTime={typeof at === "string" ? at : at.toISOString()} className="figures">
      {text}
    </time>
  );
}

/** The short name of the reader's time zone: "EST", "UTC". */
export function TimeZoneName() {
  const timeZone = useTimeZone();
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" });
  return parts.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
