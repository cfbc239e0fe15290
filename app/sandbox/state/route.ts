import { env } from "#lib/env.ts";
import { readDemoVersion } from "#lib/sandbox/sql.ts";

export async function GET(): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  const version = await readDemoVersion();
  return Response.json({ version }, { headers: { "Cache-Control": "no-store" } });
}
