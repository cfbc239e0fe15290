import type { ReactNode } from "react";
import { Moment } from "#components/ui/moment.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";

/** A list of rows. @param empty shown if there are none */
export function Log({ empty, children }: { empty?: string; children: ReactNode[] }) {
  if (children.length === 0) return <p>{empty}</p>;
  return <ul className="border-line border-b">{children}</ul>;
}

type LogRowProps = {
  tone: Tone;
  status: string;
  at: Date;
  title: ReactNode;
  /** Beneath the title. */
  children: ReactNode;
};

/** A row: its status, what it is, and when; the details in small type beneath. */
export function LogRow({ tone, status, at, title, children }: LogRowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2 gap-y-0.5 border-line border-t py-1.25 wide:grid-cols-[8rem_minmax(0,1fr)_10rem]">
      <p>
        <Status tone={tone}>{status}</Status>
      </p>
      <p className="text-right text-quiet text-small wide:order-1">
        <Moment at={at} as="time" />
      </p>
      <div className="col-span-2 min-w-0 wide:col-span-1">{title}</div>
      <div className="col-span-2 grid min-w-0 gap-0.5 text-fine wide:order-2 wide:col-start-2">
        {children}
      </div>
    </li>
  );
}

/** IDs and other values, in full, with their names in the API. */
export function LogFacts({ facts }: { facts: Record<string, unknown> }) {
  return (
    <dl className="flex flex-wrap gap-x-2">
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="min-w-0">
              <dt className="inline text-quiet">{name} </dt>
              <dd className="inline break-all font-mono">{String(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
