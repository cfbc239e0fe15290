"use client";
import { useEffect, useState } from "react";
import { Moment } from "#components/ui/moment.tsx";
import { FRAME_ID } from "./flow-frame.tsx";

type Heard = { number: number; at: string; type: string; rest: [string, string][] };

const MOST = 50;

function isOurs(event: MessageEvent, origin: string): boolean {
  const frame = document.getElementById(FRAME_ID) as HTMLIFrameElement | null;
  if (!frame || event.source !== frame.contentWindow || event.origin !== origin) return false;
  return event.data?.source === "points-embed" && event.data.version === 1;
}

function readMessage(data: Record<string, unknown>, number: number): Heard {
  const { source: _, version: __, session_id: ___, type, ...rest } = data;
  const pairs = Object.entries(rest).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return { number, at: new Date().toISOString(), type: String(type), rest: pairs };
}

/** Appends a message; of consecutive height messages only the last is kept. */
function withOneMore(before: Heard[], data: Record<string, unknown>): Heard[] {
  const last = before.at(-1);
  const kept = last?.type === "height" && data.type === "height" ? before.slice(0, -1) : before;
  return [...kept, readMessage(data, (last?.number ?? 0) + 1)].slice(-MOST);
}

/** The flow's messages to the app, as they arrive. @param origin the flow's; others are ignored */
export function FlowMessages({ origin }: { origin: string }) {
  const [heard, setHeard] = useState<Heard[]>([]);
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (isOurs(event, origin)) setHeard((before) => withOneMore(before, event.data));
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [origin]);
  return (
    <>
      <noscript>
        <p>Messages require JavaScript, which is turned off. Giving works without it.</p>
      </noscript>
      {heard.length === 0 && (
        <p className="text-quiet [@media(scripting:none)]:hidden">
          None yet. They appear here as they arrive.
        </p>
      )}
      <div role="log" aria-label="Messages from the donation screen">
        <ol>
          {heard.map(({ number, at, type, rest }) => (
            <li
              key={number}
              className="grid grid-cols-[1fr_auto] gap-x-2 border-line border-t py-1 wide:grid-cols-[6rem_1fr_auto]"
            >
              <p className="font-strong">{type}</p>
              <p className="text-quiet text-small wide:order-last">
                <Moment at={at} as="time" />
              </p>
              <dl className="col-span-2 flex min-w-0 flex-wrap gap-x-2 text-small wide:col-span-1">
                {rest.map(([name, value]) => (
                  <div key={name} className="min-w-0">
                    <dt className="inline text-quiet">{name} </dt>
                    <dd className="inline break-all font-mono">{value}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
