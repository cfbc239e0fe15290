"use client";
import { type ReactNode, useContext } from "react";
import { Fixed } from "./time-zone.tsx";

/** Pages with a time zone of their own. */
export const FixedTimeZone = ({ zone, children }: { zone: string; children: ReactNode }) => (
  <Fixed value={zone}>{children}</Fixed>
);

/** Says so, once on a page. */
export function FixedTimeZoneNote() {
  const zone = useContext(Fixed);
  return (
    zone && (
      <p className="mt-4 text-quiet text-small">
        Dates and times are in your foundation’s time zone, {zone}.
      </p>
    )
  );
}
