/** What Next.js runs before the first request. */
import { after } from "next/server";
import { customServer } from "#lib/singleton.ts";

/** Starts what our server starts where it is in front. */
export async function register(): Promise<void> {
  // A constant when Next.js compiles this.
  if (process.env.NEXT_RUNTIME !== "nodejs" || customServer().isActive) return;
  const { openPlainNext } = await import("#installation/open-plain-next.ts");
  await openPlainNext(after);
}
