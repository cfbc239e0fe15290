import { env } from "#lib/env.ts";
import { readDemoState } from "#lib/sandbox/activity.ts";

export async function GET(): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  const state = await readDemoState();
  return Response.json(state, { headers: { "Cache-Control": "no-store" } });
}
