import { cookies } from "next/headers";

/** Repeated here, since an import from a client module would be a client reference. */
const ZONE_COOKIE = "zone";

/** The browser's time zone from an earlier page view; UTC if unknown. */
export async function rememberedTimeZone(): Promise<string> {
  const zone = (await cookies()).get(ZONE_COOKIE)?.value ?? "UTC";
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
