import type { ReactNode } from "react";
import { SchoolArt } from "./school-art.tsx";

/** A school's name across its art, from one edge of the window to the other. */
export function SchoolBanner({
  school,
  children,
}: {
  school: {
    school_id: string;
    name: string;
    colors: string[];
    city: string;
    state: string;
    conference: string;
  };
  /** Beneath the name. */
  children: ReactNode;
}) {
  const { school_id, name, colors, city, state, conference } = school;
  const size = name.length > 14 ? "text-d40 wide:text-d64" : "text-d56 wide:text-d132";
  return (
    <div
      className={`school-${school_id} relative isolate overflow-hidden bg-(--field) text-(--on-field)`}
    >
      <SchoolArt
        schoolId={school_id}
        colors={colors}
        className="school-hero -z-10 absolute inset-0 size-full"
      />
      <div className="px-2 py-5 wide:px-3 desk:py-9">
        <div className="mx-auto max-w-list">
          <p className="text-(--on-field-quiet)">
            {conference} · {city}, {state}
          </p>
          <h1 className={`display on-art mt-1 max-w-[75%] text-balance ${size}`}>{name}</h1>
          <div className="mt-2 max-w-[60%]">{children}</div>
        </div>
      </div>
    </div>
  );
}
