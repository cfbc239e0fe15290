"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** Copy and print buttons. They need JavaScript. */
export function SaveCodes({ codes }: { codes: string[] }) {
  const [status, setStatus] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => setStatus("Copied"),
      () =>
        setStatus("Your browser didn’t let us copy the codes. Select them and copy them yourself."),
    );
  return (
    <div className="print:hidden">
      <div className="noscript:hidden flex flex-wrap gap-2">
        <Button type="button" look="quiet" onClick={copy}>
          Copy
        </Button>
        <Button type="button" look="quiet" onClick={() => print()}>
          Print
        </Button>
      </div>
      <p role="status" className={status ? "mt-1" : ""}>
        {status}
      </p>
    </div>
  );
}
