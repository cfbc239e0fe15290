import { cookies } from "next/headers";

/** Not from the client module: there it would be a reference to one. */
const ZONE_COOKIE = "zone";

/** The time zone that this browser has told at an earlier visit; UTC where it has told none. */
export async function rememberedTimeZone(): Promise<string> {
  const zone = (await cookies()).get(ZONE_COOKIE)?.value ?? "UTC";
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
