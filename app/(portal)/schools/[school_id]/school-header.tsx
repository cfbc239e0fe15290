import type { SchoolDetail } from "#lib/schools/contract.ts";

export type HeaderColors = {
  background: string;
  second: string | undefined;
  /** The text color that is readable on the background. */
  text: "white" | "black";
};

const TEXT = { white: "text-[#ffffff]", black: "text-[#000000]" } as const;

/** The school's name on its primary color, with a stripe of its second color. */
export function SchoolHeader({ school, colors }: { school: SchoolDetail; colors: HeaderColors }) {
  const { background, second, text } = colors;
  return (
    <header
      className={`relative isolate overflow-hidden rounded-box border border-line p-2 pb-3 wide:p-4 ${TEXT[text]}`}
    >
      <svg aria-hidden="true" className="-z-10 absolute inset-0 size-full forced-colors:hidden">
        <rect width="100%" height="100%" fill={background} />
        {second && (
          <rect y="100%" width="100%" height="8" fill={second} transform="translate(0 -8)" />
        )}
      </svg>
      <h1 className="break-words font-strong text-title wide:text-display">{school.name}</h1>
      <p className="break-words">
        {school.nickname}
        {"\u00a0"}· {school.university}
      </p>
      <p className="mt-2 break-words">
        {school.city}, {school.state}
        {"\u00a0"}· {school.conference}
      </p>
    </header>
  );
}
