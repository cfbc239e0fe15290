/** Reads and remembers what a person shares with schools. */
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { Sharing, SharingTerms } from "../donations/sharing.ts";
import { log } from "../log.ts";

/** What a signed-in person can choose from, and what they chose last. */
export async function findSharing(cardholderId: string): Promise<SharingTerms> {
  const person = await runForOne(
    kysely
      .selectFrom("cardholder")
      .select(["shareWithSchool", "encryptedPostalAddress"])
      .where("id", "=", cardholderId),
  );
  return {
    chosen: (person?.shareWithSchool ?? null) as Sharing | null,
    hasAddress: person?.encryptedPostalAddress != null,
    isRemembered: true,
  };
}

/** Remembers a choice for the next gift. The gift is already accepted, so a failure is only logged. */
export async function rememberSharing(cardholderId: string, sharing: Sharing): Promise<void> {
  const update = kysely
    .updateTable("cardholder")
    .set({ shareWithSchool: sharing })
    .where("id", "=", cardholderId)
    .where((of) => of("shareWithSchool", "is distinct from", sharing));
  await runForOne(update).catch((err) =>
    log().warn({ err }, "couldn't remember what a donor shares with schools"),
  );
}
