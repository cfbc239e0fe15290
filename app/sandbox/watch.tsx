"use client";
import { useEffect, useState } from "react";
import { ReaderZone } from "#components/ui/moment.tsx";
import type { DemoState } from "#lib/sandbox/activity.ts";

const LOOK_EVERY_MS = 2_000;

async function readState(): Promise<DemoState | null> {
  const response = await fetch("/sandbox/state", { cache: "no-store" }).catch(() => null);
  return response?.ok ? response.json() : null;
}

/** True while somebody is in the middle of reading something that a reload would close. */
const isReading = () =>
  document.querySelector("main details[open]") !== null || Boolean(String(getSelection() ?? ""));

/** Reloads the page when there is something new. Without scripts the link does it. */
export function Watch({ state }: { state: DemoState }) {
  const [isNews, setNews] = useState(false);
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const now = await readState();
      if (!now || now.version === state.version) return;
      if (isReading()) setNews(true);
      else location.reload();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [state.version]);
  return (
    <p className="mt-2" role="status">
      {state.pending ? "Something is on its way. " : "Nothing is on its way. "}
      Times are in <ReaderZone />. {isNews && <strong>There is news. </strong>}
      <a href="/sandbox" className="link">
        Reload
      </a>
    </p>
  );
}
