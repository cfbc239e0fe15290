"use client";
import { useEffect, useState } from "react";

/** The frame's id, for the message listener. */
export const FRAME_ID = "flow";

/**
 * The embedded flow in a frame. With JavaScript it is added once the page listens, so that no message is
 * missed; without, it is there from the start.
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
