"use client";
import { type ReactNode, useContext } from "react";
import { Fixed } from "./time-zone.tsx";

/** Pages with a time zone of their own. */
export const FixedTimeZone = ({ zone, children }: { zone: string; children: ReactNode }) => (
  <Fixed value={zone}>{children}</Fixed>
);

/** "Pacific time" for `America/Los_Angeles`. */
function zoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" });
  const name = format.formatToParts().find(({ type }) => type === "timeZoneName")?.value;
  return (name ?? timeZone).replace(" Time", " time");
}

/** Says so, once on a page. */
export function FixedTimeZoneNote() {
  const zone = useContext(Fixed);
  return zone && <p className="mt-4 text-fine text-quiet">Dates are in {zoneName(zone)}.</p>;
}
