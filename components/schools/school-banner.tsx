import type { ReactNode } from "react";
import { SchoolArt } from "./school-art.tsx";

/** The steps of `banner.css`. */
const LETTERS = { least: 4, most: 12 };

function longestWord(name: string): number {
  const longest = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  return Math.max(LETTERS.least, longest);
}

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
  const letters = longestWord(name);
  return (
    <div className={`school-${school_id} school-banner`}>
      <SchoolArt schoolId={school_id} colors={colors} className="school-hero" />
      <div className="px-2 py-4 wide:px-3 desk:py-9">
        <div className="mx-auto max-w-list">
          <div className="@container wide:max-w-[68%]">
            <p className="text-(--on-field-quiet)">
              {conference} · {city}, {state}
            </p>
            <h1
              className="display school-name mt-1"
              data-letters={letters > LETTERS.most ? undefined : letters}
            >
              {name}
            </h1>
          </div>
          <div className="mt-2 wide:max-w-[60%]">{children}</div>
        </div>
      </div>
    </div>
  );
}
