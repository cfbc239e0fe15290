/** Next.js runs this before the first request. */
import { after } from "next/server";
import { customServer } from "#lib/singleton.ts";

/** Under plain `next start`, starts what our own server would start. */
export async function register(): Promise<void> {
  // Next.js replaces this with a constant at build time.
  if (process.env.NEXT_RUNTIME !== "nodejs" || customServer().isActive) return;
  const { openPlainNext } = await import("#installation/open-plain-next.ts");
  await openPlainNext(after);
}
