"use client";
import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";

const never = () => () => {};

/** Copy and print buttons, for browsers with JavaScript. */
export function SaveCodes({ codes }: { codes: string[] }) {
  const hasScripts = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [said, setSaid] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => setSaid("Copied"),
      () =>
        setSaid("Your browser didn’t let us copy the codes. Select them and copy them yourself."),
    );
  return (
    <div className="print:hidden">
      {hasScripts && (
        <div className="flex flex-wrap gap-2">
          <Button type="button" look="quiet" onClick={copy}>
            Copy
          </Button>
          <Button type="button" look="quiet" onClick={() => print()}>
            Print
          </Button>
        </div>
      )}
      <p role="status" className={said ? "mt-1" : ""}>
        {said}
      </p>
    </div>
  );
}
