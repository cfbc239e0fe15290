"use client";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";

const SOON_MS = 2_000;
const LATER_MS = 20_000;

type ConnectionState = "ok" | "unreachable" | "signed-out";
type Answer = { version: string } | Exclude<ConnectionState, "ok">;

async function fetchVersion(address: string): Promise<Answer> {
  const response = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (response?.status === 401) return "signed-out";
  return response?.ok ? response.json() : "unreachable";
}

/**
 * Keeps a page up to date: asks an address for the version of what it shows, and has the page made anew
 * when there is another. Place and focus stay. Says when it cannot, and why.
 */
export function LiveUpdates({
  from,
  version,
  soon,
}: {
  /** Answers `{"version"}`; 401 where nobody is signed in. */
  from: string;
  /** The version of what the page shows. */
  version: string;
  /** Whether something is expected to change within seconds. */
  soon: boolean;
}) {
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
    // Whoever comes back to the page sees it as it is now.
    document.addEventListener("visibilitychange", poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [from, version, soon, router]);
  return (
    <p role="status" className={connection === "ok" ? "sr-only" : "mt-2 text-quiet"}>
      {connection === "unreachable" &&
        "We cannot reach the service at the moment. This page shows how things stood last."}
      {connection === "signed-out" && (
        <>
          You are signed out.{" "}
          <a href={path} className="link">
            Sign in to go on
          </a>
        </>
      )}
    </p>
  );
}
