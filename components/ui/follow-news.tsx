"use client";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";

const SOON_MS = 2_000;
const LATER_MS = 20_000;

type Standing = "ok" | "unreachable" | "signed-out";
type Heard = { version: string } | Exclude<Standing, "ok">;

async function ask(address: string): Promise<Heard> {
  const response = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (response?.status === 401) return "signed-out";
  return response?.ok ? response.json() : "unreachable";
}

/**
 * Keeps a page up to date: asks an address for the version of what it shows, and has the page made anew
 * when there is another. Place and focus stay. Says when it cannot, and why.
 */
export function FollowNews({
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
  const [standing, setStanding] = useState<Standing>("ok");
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      const heard = await ask(from);
      if (typeof heard === "string") return setStanding(heard);
      setStanding("ok");
      if (heard.version !== version) router.refresh();
    };
    const timer = setInterval(look, soon ? SOON_MS : LATER_MS);
    // Whoever comes back to the page sees it as it is now.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [from, version, soon, router]);
  return (
    <p role="status" className={standing === "ok" ? "sr-only" : "mt-2 text-quiet"}>
      {standing === "unreachable" &&
        "We cannot reach the service at the moment. This page shows how things stood last."}
      {standing === "signed-out" && (
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
