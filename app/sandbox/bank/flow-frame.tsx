"use client";
import { useEffect, useState } from "react";

/** How the frame is found by whoever listens to it. */
export const FRAME_ID = "flow";

/**
 * The embedded flow in a frame. With scripts it is made once the page listens, so that not even its
 * first message is missed; without, it is there from the beginning.
 */
export function FlowFrame({ url }: { url: string }) {
  const [isHeard, setHeard] = useState(false);
  useEffect(() => setHeard(true), []);
  const frame = (
    <iframe
      id={FRAME_ID}
      src={url}
      title="Donation screen"
      referrerPolicy="no-referrer"
      className="w-full grow border-0 bg-sheet"
    />
  );
  return isHeard ? frame : <noscript className="contents">{frame}</noscript>;
}
