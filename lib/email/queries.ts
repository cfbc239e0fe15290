import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { latestEmails, NOT_TO_MEMBERS } from "./sql.ts";
import type { EmailDocument } from "./templates/compose.ts";
import { renderHtml } from "./templates/render.ts";

/** The latest emails to an address, or to all, with subject and text. */
export const listEmails = (to: string | undefined, limit: number) => run(latestEmails(to, limit));

/** The latest emails for a reader who may be a stranger: without those to members of teams. */
export const listPublicEmails = (limit: number) =>
  run(latestEmails(undefined, limit, NOT_TO_MEMBERS));

const URL_IN_TEXT = /https?:\/\/\S+/g;
const HIDDEN_LINK = "(links are only shown on the machine that runs this sandbox)";

/**
 * One email in both formats, or null.
 * @param isLocal whether the reader may see everything; others see no links, and no emails to members of teams
 */
export async function findEmail(id: string, isLocal: boolean) {
  const query = kysely
    .selectFrom("email")
    .select(["id", "to", "subject", "text", "content", "createdAt"])
    .where("id", "=", id)
    .$if(!isLocal, (found) => found.where(NOT_TO_MEMBERS));
  const [found] = await run(query);
  if (!found) return null;
  const { content, text, ...email } = found;
  if (!isLocal) return { ...email, text: text.replaceAll(URL_IN_TEXT, HIDDEN_LINK), html: null };
  return { ...email, text, html: content && (await renderHtml(content as EmailDocument)) };
}
