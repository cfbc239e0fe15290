/** Signed-in browsers for a hostile load: the demo school's processor and a cardholder. */
import type { HostilePeople } from "../hostile-load.ts";
import { type Application, eventually } from "./application.ts";

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

/** Posts a form as a browser would. */
async function post(address: string, body: URLSearchParams | FormData, cookie = "") {
  const { origin } = new URL(address);
  const headers = { Origin: origin, Cookie: cookie };
  const answer = await fetch(address, { method: "POST", headers, body, redirect: "manual" });
  if (answer.status !== 303) throw new Error(`${new URL(address).pathname}: ${answer.status}`);
  return answer;
}

const LINK = / processor +(http\S+\/sandbox\/sign-in\?token=\S+)/g;

/** As many lines as a file may have, of gifts that aren't there. */
const DECISIONS = [
  "gift_number,confirmation_number",
  ...Array.from({ length: 24_900 }, (_, n) => `G-Q43KRF0HBRQBN,OSU-${n}`),
].join("\n");

/** @param app whose start has printed its sign-in links */
export async function makeHostilePeople(app: Application): Promise<HostilePeople> {
  const link = await eventually(
    // The last: a restart prints new ones.
    () => [...app.output.matchAll(LINK)].at(-1)?.[1],
    "the start prints the sign-in links",
  );
  const { origin, searchParams } = new URL(link);
  const token = new URLSearchParams({ token: searchParams.get("token") ?? "" });
  const processor = cookieOf(await post(`${origin}/sandbox/sign-in/submit`, token));
  const { email, password } = app.demonstration;
  const form = new URLSearchParams({ email, password });
  const cardholder = cookieOf(await post(`${origin}/signin/submit`, form));

  const page = await fetch(`${origin}/school/gifts/confirm`, { headers: { Cookie: processor } });
  const html = await page.text();
  const [, upload] = /action="(\/school\/gifts\/confirm\/check\/[^"]+)"/.exec(html) ?? [];
  const [, context] = /name="context" value="([^"]+)"/.exec(html) ?? [];
  if (!upload || !context) throw new Error(`the upload's page: ${page.status}`);
  const file = new FormData();
  file.append("context", context);
  file.append("file", new File([DECISIONS], "decisions.csv"));
  const checked = await post(origin + upload, file, processor);
  const { pathname: check } = new URL(checked.headers.get("location") ?? "", origin);
  return { origin, processor, cardholder, upload, check };
}
