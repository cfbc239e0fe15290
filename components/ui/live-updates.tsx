"use client";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
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
      {connection === "unreachable" &&
        "We can’t reach the service right now. This page may be out of date."}
      {connection === "signed-out" && (
        <>
          You are signed out. <TextLink href={path}>Sign in to go on</TextLink>
        </>
      )}
    </p>
  );
}
