import { notFound } from "next/navigation";
import { env } from "#lib/env.ts";

const isProduction = () => env().environment === "production";

/** The sandbox's pages don't exist in production. */
export function requireSandbox(): void {
  if (isProduction()) notFound();
}

/** Nor do its routes. */
export const sandboxOnly =
  <Sent extends unknown[]>(handle: (...sent: Sent) => Promise<Response>) =>
  async (...sent: Sent): Promise<Response> =>
    isProduction() ? new Response(null, { status: 404 }) : handle(...sent);
