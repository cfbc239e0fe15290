"use client";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { TextLink } from "#components/ui/button.tsx";

const SOON_MS = 2_000;
const LATER_MS = 20_000;

type ConnectionState = "ok" | "unreachable" | "signed-out";
type Polled = { version: string } | Exclude<ConnectionState, "ok">;

async function fetchVersion(address: string): Promise<Polled> {
  const response = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (response?.status === 401) return "signed-out";
  return response?.ok ? response.json() : "unreachable";
}

type LiveUpdatesProps = {
  /** The polled path: answers `{"version"}`, or 401 when signed out. */
  from: string;
  /** The version of what the page shows. */
  version: string;
  /** Whether something is expected to change within seconds. */
  soon: boolean;
};

/**
 * Keeps a page up to date: polls the version of its data and refreshes the page when it changes. Scroll
 * position and focus stay. Says so when polling fails, and why.
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
      if (answer.version !== version) router.refresh();
    };
    const timer = setInterval(poll, soon ? SOON_MS : LATER_MS);
    // Poll at once when the tab becomes visible again.
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
