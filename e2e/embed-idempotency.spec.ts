/** One token makes at most one donation, under concurrent requests and dropped connections. */
import { request as send } from "node:http";
import { givenIn, heading, openSession, review, type Session } from "./embed-sessions.ts";
import { expect, test } from "./fixtures.ts";

const offer = { school_id: "ohio-state", fund_designation: "annual-fund", dollar_amount: 25 };
const address = (session: Session) => session.url.split("?")[0] as string;

const post = (session: Session, form: URLSearchParams) =>
  fetch(address(session), { method: "POST", body: form });

/** The fields of a page's form. */
function fieldsOf(html: string): URLSearchParams {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return new URLSearchParams([...inputs].map(([, name = "", value = ""]) => [name, value]));
}

/** A session's confirmation, as its review page sends it. */
async function yesOf(session: Session): Promise<URLSearchParams> {
  const first = fieldsOf(await (await fetch(session.url)).text());
  first.set("amount", "25");
  first.set("do", "review");
  const looked = await post(session, first);
  expect(looked.status).toBe(200);
  const yes = fieldsOf(await looked.text());
  yes.set("do", "give");
  return yes;
}

/** Sends it and disconnects without waiting for the response. */
function sendAndHangUp(session: Session, form: URLSearchParams): Promise<void> {
  const body = form.toString();
  return new Promise((resolve) => {
    const sent = send(address(session), {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": Buffer.byteLength(body),
      },
    });
    sent.on("error", () => resolve());
    sent.on("close", () => resolve());
    sent.end(body, () => sent.destroy());
  });
}

const once = (session: Session) => [
  { id: session.id, cents: 2_500, school: "ohio-state", channel: "embed" },
];

test("twenty concurrent confirmations make one donation, and all show it", async () => {
  const session = await openSession(offer);
  const yes = await yesOf(session);
  const responses = await Promise.all(Array.from({ length: 20 }, () => post(session, yes)));
  for (const response of responses) {
    expect([200, 409]).toContain(response.status);
    expect(await response.text()).toMatch(/<h1[^>]*>Thank you!<\/h1>/);
  }
  expect(await givenIn(session)).toEqual(once(session));
});

test("a confirmation survives a lost response, and a retry makes no second donation", async () => {
  const session = await openSession(offer);
  const yes = await yesOf(session);
  for (let n = 0; n < 5; n++) await sendAndHangUp(session, yes);
  await expect.poll(() => givenIn(session)).toEqual(once(session));
  const again = await post(session, yes);
  expect(again.status).toBe(409);
  expect(await again.text()).toContain("We counted this gift once.");
  expect((await fetch(session.url)).status).toBe(409);
  expect(await givenIn(session)).toEqual(once(session));
});

test("works in a browser that blocks cookies", async ({ page }) => {
  const session = await openSession(offer);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  const sentCookies: string[] = [];
  page.on("request", async (request) => {
    const { cookie } = await request.allHeaders();
    if (cookie) sentCookies.push(cookie);
  });
  page.on("response", (response) => {
    if (response.headers()["set-cookie"]) sentCookies.push(response.url());
  });
  await page.goto(session.url);
  await review(page);
  await page.getByRole("button", { name: "Give $25" }).click();
  await expect(heading(page)).toHaveText("Thank you!");
  expect(await givenIn(session)).toEqual(once(session));
  expect(sentCookies).toEqual([]);
});
