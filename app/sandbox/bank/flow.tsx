"use client";
import { useEffect, useState } from "react";
import { Moment } from "#components/ui/moment.tsx";
import { LogFacts } from "../log.tsx";

/** The frame's id, for the message listener. */
const FRAME_ID = "flow";

/**
 * The embedded flow in a frame. With JavaScript, it is added once the page listens, so that no message is
 * missed; without, it is part of the page.
 */
export function FlowFrame({ url }: { url: string }) {
  const [isListening, setListening] = useState(false);
  useEffect(() => setListening(true), []);
  const frame = (
    <iframe
      id={FRAME_ID}
      src={url}
      title="Donation screen"
      referrerPolicy="no-referrer"
      className="w-full grow border-0 bg-sheet"
    />
  );
  return isListening ? frame : <noscript className="contents">{frame}</noscript>;
}

type Message = Record<string, unknown>;
type Received = { number: number; at: string; message: Message };

const MAX_MESSAGES = 50;

function isOurs(event: MessageEvent, origin: string): boolean {
  const frame = document.getElementById(FRAME_ID) as HTMLIFrameElement | null;
  if (!frame || event.source !== frame.contentWindow || event.origin !== origin) return false;
  return event.data?.source === "points-embed" && event.data.version === 1;
}

/** Appends a message; of consecutive height messages only the last is kept. */
function withMessage(before: Received[], message: Message): Received[] {
  const last = before.at(-1);
  const isRepeated = last?.message.type === "height" && message.type === "height";
  const number = (last?.number ?? 0) + 1;
  const kept = isRepeated ? before.slice(0, -1) : before;
  return [...kept, { number, at: new Date().toISOString(), message }].slice(-MAX_MESSAGES);
}

function MessageRow({ at, message }: Omit<Received, "number">) {
  const { source: _, version: __, session_id: ___, type, ...rest } = message;
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-2 border-line border-t py-1 wide:grid-cols-[6rem_1fr_auto]">
      <p className="font-strong">{String(type)}</p>
      <p className="text-quiet text-small wide:order-last">
        <Moment at={at} as="time" />
      </p>
      <div className="col-span-2 min-w-0 text-small wide:col-span-1">
        <LogFacts facts={rest} />
      </div>
    </li>
  );
}

/** The flow's messages to the app, as they arrive. @param origin the flow's; others are ignored */
export function FlowMessages({ origin }: { origin: string }) {
  const [received, setReceived] = useState<Received[]>([]);
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (isOurs(event, origin)) setReceived((before) => withMessage(before, event.data));
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, [origin]);
  return (
    <>
      <noscript>
        <p>Messages require JavaScript, which is turned off. Giving works without it.</p>
      </noscript>
      {received.length === 0 && (
        <p className="text-quiet [@media(scripting:none)]:hidden">
          None yet. They appear here as they arrive.
        </p>
      )}
      <div role="log" aria-label="Messages from the donation screen">
        <ol>
          {received.map(({ number, ...one }) => (
            <MessageRow key={number} {...one} />
          ))}
        </ol>
      </div>
    </>
  );
}
