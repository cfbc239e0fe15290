/** What is coming to a tenant, in numbers. */
import type { ServiceKeyScope, StaffScope } from "../../auth/scopes.ts";
import { runForOne } from "../../database/run.ts";
import { giftOverview, type Times } from "./sql.ts";

/**
 * A tenant's gifts in numbers and dollars: a school's, a bank's, or everyone's.
 * @param today when the reader's day began: gifts since then, whatever became of them
 * @param recently failed gifts are those accepted since then
 */
export async function readGiftOverview(scope: StaffScope | ServiceKeyScope, times: Times) {
  const overview = await runForOne(giftOverview(scope, times));
  if (!overview) throw new Error("the overview has no row");
  return overview;
}

export type GiftOverview = Awaited<ReturnType<typeof readGiftOverview>>;
