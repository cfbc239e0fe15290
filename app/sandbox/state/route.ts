import { readDemoVersion } from "#lib/sandbox/sql.ts";
import { sandboxOnly } from "../sandbox-only.ts";

export const GET = sandboxOnly(async () => {
  const version = await readDemoVersion();
  return Response.json({ version }, { headers: { "Cache-Control": "no-store" } });
});
