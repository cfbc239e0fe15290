"use client";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { TextLink } from "#components/ui/button.tsx";

const FAST_POLL_MS = 2_000;
const SLOW_POLL_MS = 20_000;

type ConnectionState = "ok" | "unreachable" | "signed-out";
type Polled = { version: string } | Exclude<ConnectionState, "ok">;

async function fetchVersion(path: string): Promise<Polled> {
  const response = await fetch(path, { cache: "no-store" }).catch(() => null);
  if (response?.status === 401) return "signed-out";
  return response?.ok ? response.json() : "unreachable";
}

type LiveUpdatesProps = {
  /** The path to poll, which returns `{"version"}`, or 401 when signed out. */
  from: string;
  /** The version of the data on the page. */
  version: string;
  /** Whether a change is expected within seconds. */
  soon: boolean;
};

/**
 * Keeps a page up to date: polls its data's version and refreshes the page on a change, preserving scroll position and
 * focus. Shows a message when polling fails.
 */
export function LiveUpdates({ from, version, soon }: LiveUpdatesProps) {
  const router = useRouter();
  const path = usePathname();
  const [connection, setConnection] = useState<ConnectionState>("ok");
  useEffect(() => {
    const poll = async () => {
      if (document.hidden) return;
      const answer = await fetchVersion(from);
      if (typeof answer === "string") return setConnection(answer);
      setConnection("ok");
      if (answer.version === version) return;
      document.documentElement.dataset.updated = "";
      router.refresh();
    };
    const timer = setInterval(poll, soon ? FAST_POLL_MS : SLOW_POLL_MS);
    // Poll immediately when the tab becomes visible again.
    document.addEventListener("visibilitychange", poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [from, version, soon, router]);
  return (
    <p role="status" className={connection === "ok" ? "sr-only" : "mt-2 text-quiet"}>
      {connection === "unreachable" && (
        <span>We can’t reach the service right now. This page may be out of date.</span>
      )}
      {connection === "signed-out" && (
        <span>
          You are signed out. <TextLink href={path}>Sign in to go on</TextLink>
        </span>
      )}
    </p>
  );
}

/** Browsers translate a page by replacing its text with `<font>` elements, which we never use. */
const isTranslated = () => document.querySelector("font") !== null;

/**
 * Content that a refresh changes. React can't update text that the browser has translated, so on such a page, a refresh
 * replaces the content as a whole.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  const shown = useRef({ children, key: 0 });
  if (shown.current.children !== children) {
    const { key } = shown.current;
    shown.current = { children, key: isTranslated() ? key + 1 : key };
  }
  return (
    <div key={shown.current.key} className="contents">
      {children}
    </div>
  );
}
