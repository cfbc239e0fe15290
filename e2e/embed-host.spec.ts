/** The helper for banks' pages, with a fake flow that posts the messages a test chooses. */
import type { Frame, Page } from "playwright/test";
import type { DonationOptions, EmbedMessage } from "../public/embed-host.d.ts";
import { serveSite } from "./bank-site.ts";
import { expect, test } from "./fixtures.ts";

type Site = Awaited<ReturnType<typeof serveSite>>;

const FLOW = {
  body: `<!doctype html><html lang="en"><title>Flow</title><a href="/session">In the flow</a>`,
};
const HELPER = `http://localhost:${process.env.E2E_PORT}/embed-host.js`;

/** What the bank's page exposes to the tests. */
type InPage = typeof globalThis & {
  openDonation(options: DonationOptions): { close(): void };
  flows: { close(): void }[];
  received: [flow: string, handler: string, message: EmbedMessage][];
};

/** The bank's page: its policy allows only its own script, the helper, and the flow. */
const bankPage = (flowOrigin: string) => ({
  body: `<!doctype html><html lang="en"><title>Bank</title>
    <button id="open">Give points</button><button id="other">Another</button>
    <main id="flow"></main><p id="after">After it</p>
    <script type="module" nonce="bank">
      import { openDonation } from "${HELPER}";
      Object.assign(window, { openDonation, flows: [], received: [] });
    </script>`,
  headers: {
    "Content-Security-Policy": `default-src 'none'; script-src 'nonce-bank' ${HELPER}; frame-src ${flowOrigin}`,
  },
});

let sites: Site[] = [];
let flowOrigin = "";

test.beforeEach(async ({ page }) => {
  const flow = await serveSite({ "/session": FLOW });
  const bank = await serveSite({ "/": bankPage(flow.origin) });
  sites = [flow, bank];
  flowOrigin = flow.origin;
  await page.goto(bank.origin);
  await page.waitForFunction(() => "openDonation" in window);
});

test.afterEach(() => {
  for (const site of sites) site.close();
});

/** Opens a flow by pressing the button. @returns its frame */
async function open(page: Page, name = "a", failing = ""): Promise<Frame> {
  await page.locator("#open").focus();
  await page.evaluate(
    ([url, flow, failing]) => {
      const { openDonation, flows, received } = window as unknown as InPage;
      const record = (handler: string) => (message: EmbedMessage) => {
        if (handler === failing) throw new Error("broken by the bank");
        received.push([flow, handler, message]);
      };
      const names = ["onMessage", "onSubmitted", "onCancelled", "onExpired", "onError"];
      const handlers = Object.fromEntries(names.map((name) => [name, record(name)]));
      const container = document.querySelector("#flow") as Element;
      flows.push(openDonation({ url, container, title: `Flow ${flow}`, ...handlers }));
    },
    [`${flowOrigin}/session?token=${name}`, name, failing] as const,
  );
  const handle = await page.locator(`iframe[title="Flow ${name}"]`).elementHandle();
  const frame = (await handle?.contentFrame()) as Frame;
  await frame.waitForURL(/token=/);
  await frame.waitForLoadState();
  return frame;
}

/** Posts a message to the page from a frame or from the page itself. */
const post = (from: Frame | Page, data: unknown) =>
  from.evaluate((message) => window.parent.postMessage(message, "*"), data);

const message = (type: string, fields: object = {}) => ({
  source: "points-embed",
  version: 1,
  type,
  session_id: "session-1",
  ...fields,
});

/** Dispatches a message event from the flow's window with an origin of the test's choice. */
const dispatch = (page: Page, data: unknown, from = flowOrigin, isClosed = false) =>
  page.evaluate(
    ([data, origin, isClosed]) => {
      const source = document.querySelector("iframe")?.contentWindow ?? null;
      if (isClosed) for (const flow of (window as unknown as InPage).flows) flow.close();
      window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
    },
    [data, from, isClosed] as const,
  );

/** The messages that were handled, once all posted ones have arrived. */
async function received(page: Page): Promise<string[]> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  const all = await page.evaluate(() => (window as unknown as InPage).received);
  return all.map(([flow, handler, { type }]) => `${flow} ${handler} ${type}`);
}

const close = (page: Page) =>
  page.evaluate(() => {
    for (const flow of (window as unknown as InPage).flows) flow.close();
  });

const frameOf = (page: Page, name = "a") => page.locator(`iframe[title="Flow ${name}"]`);
const heightOf = async (page: Page) => (await frameOf(page).boundingBox())?.height;

test("the frame is plain, under a strict policy, and has the focus until it is closed", async ({
  page,
}) => {
  await open(page);
  const frame = frameOf(page);
  await expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
  await expect(frame).toHaveAttribute("loading", "eager");
  await expect(frame).toHaveAttribute("src", `${flowOrigin}/session?token=a`);
  for (const name of ["allow", "sandbox"]) {
    expect(await frame.getAttribute(name)).toBeNull();
  }
  const [box, place] = [await frame.boundingBox(), await page.locator("#flow").boundingBox()];
  expect(box).toEqual(place);
  await expect(frame).toHaveCSS("border-top-width", "0px");

  await expect(frameOf(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.frameLocator("iframe").getByRole("link")).toBeFocused();
  await close(page);
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(page.locator("#open")).toBeFocused();

  await open(page, "b");
  await page.locator("#other").focus();
  await close(page);
  await expect(page.locator("#other")).toBeFocused();
});

test("each message reaches its own handler and the catch-all handler", async ({ page }) => {
  const flow = await open(page);
  const donation = { donation_id: "session-1", status: "accepted" };
  for (const data of [
    message("ready"),
    message("height", { height: 700 }),
    message("submitted", donation),
    message("cancelled"),
    message("expired"),
    message("error", { code: "INTERNAL_ERROR" }),
  ]) {
    await post(flow, data);
  }
  expect(await received(page)).toEqual([
    "a onMessage ready",
    "a onMessage height",
    "a onSubmitted submitted",
    "a onMessage submitted",
    "a onCancelled cancelled",
    "a onMessage cancelled",
    "a onExpired expired",
    "a onMessage expired",
    "a onError error",
    "a onMessage error",
  ]);
  const [, , submitted] = await page.evaluate(
    () => (window as unknown as InPage).received[2] as InPage["received"][number],
  );
  expect(submitted).toEqual(message("submitted", donation));
});

test("ignores messages from other windows or origins, of another version, or of a closed flow", async ({
  page,
}) => {
  const flow = await open(page);
  const submitted = message("submitted", { donation_id: "forged", status: "accepted" });
  await post(page, submitted);
  await flow.evaluate((data) => {
    const script = `top.postMessage(${JSON.stringify(data)}, "*")`;
    // Another window of the right origin.
    const sibling = document.createElement("iframe");
    document.body.append(sibling);
    (sibling.contentWindow as unknown as typeof globalThis).eval(script);
    // Another window without an origin.
    const stranger = document.createElement("iframe");
    stranger.sandbox.add("allow-scripts");
    stranger.srcdoc = `<script>${script}</script>`;
    const loaded = new Promise((resolve) => stranger.addEventListener("load", resolve));
    document.body.append(stranger);
    return loaded;
  }, submitted);
  for (const data of [
    { ...submitted, source: "another" },
    { ...submitted, source: undefined },
    { ...submitted, version: 2 },
    { ...submitted, version: "1" },
    message("celebrated"),
    message("toString"),
    message("constructor"),
    { source: "points-embed", version: 1 },
    "submitted",
    JSON.stringify(submitted),
    null,
    [submitted],
  ]) {
    await post(flow, data);
  }
  expect(await received(page)).toEqual([]);
  await dispatch(page, message("expired"), "http://localhost:1");
  expect(await received(page)).toEqual([]);
  await post(flow, submitted);
  await dispatch(page, message("expired"));
  expect(await received(page)).toHaveLength(4);
  await dispatch(page, message("expired"), undefined, true);
  expect(await received(page)).toHaveLength(4);
  await close(page);
});

test("several flows on one page don't receive each other's messages", async ({ page }) => {
  const [first, second] = [await open(page, "a"), await open(page, "b")];
  await post(second, message("height", { height: 900 }));
  await post(first, message("cancelled"));
  expect(await received(page)).toEqual([
    "b onMessage height",
    "a onCancelled cancelled",
    "a onMessage cancelled",
  ]);
  expect((await frameOf(page, "b").boundingBox())?.height).toBe(900);
  expect(await heightOf(page)).toBe(480);
});

test("the height follows the flow but never drops below a usable minimum", async ({ page }) => {
  const flow = await open(page);
  expect(await heightOf(page)).toBe(480);
  for (const [height, expected] of [
    [820, 820],
    [640.2, 641],
    [120, 480],
    [0, 480],
    [900, 900],
    [-5, 900],
    [null, 900],
    ["much", 900],
    [Number.POSITIVE_INFINITY, 900],
  ] as const) {
    await post(flow, message("height", { height }));
    await received(page);
    expect([height, await heightOf(page)]).toEqual([height, expected]);
  }
});

test("the next page keeps the height until it reports its own, and starts at the top @long", async ({
  page,
}) => {
  const flow = await open(page);
  await post(flow, message("ready"));
  await post(flow, message("height", { height: 2_000 }));
  await received(page);
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await post(flow, message("ready"));
  await received(page);
  expect(await heightOf(page)).toBe(2_000);
  expect(Math.round((await frameOf(page).boundingBox())?.y ?? -1)).toBe(0);
});

test.describe("a handler that throws", () => {
  test.use({ allowedConsoleErrors: [/broken by the bank/] });

  test("is reported without stopping the other handlers", async ({ page }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await post(await open(page, "a", "onExpired"), message("expired"));
    expect(await received(page)).toEqual(["a onMessage expired"]);
    expect(errors).toEqual(["broken by the bank"]);
  });
});

test("invalid options throw at once and show nothing", async ({ page }) => {
  const thrown = await page.evaluate((good) => {
    const { openDonation } = window as unknown as InPage;
    const container = document.querySelector("#flow");
    const url = good;
    const wrong: unknown[] = [
      undefined,
      null,
      "https://points.example",
      { container },
      { url: "/embed/session", container },
      { url: "javascript:alert(1)", container },
      { url: "https://", container },
      { url: 7, container },
      { url },
      { url, container: "#flow" },
      { url, container: document },
      { url, container: document.createElement("div") },
      { url, container, title: "" },
      { url, container, title: 7 },
      { url, container, onSubmitted: "celebrate" },
      { url, container, onMessage: null },
    ];
    return wrong.map((options) => {
      try {
        openDonation(options as DonationOptions);
        return "nothing";
      } catch (error) {
        return String(error);
      }
    });
  }, `${flowOrigin}/session`);
  const [url, container, title] = [
    "TypeError: openDonation: url must be an embed_url",
    "TypeError: openDonation: container must be an element of the page",
    "TypeError: openDonation: title must be a non-empty string",
  ] as const;
  expect(thrown).toEqual([
    ...Array(8).fill(url),
    ...Array(4).fill(container),
    title,
    title,
    "TypeError: openDonation: onSubmitted must be a function",
    "TypeError: openDonation: onMessage must be a function",
  ]);
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("is small, and any site may import it", async ({ request }) => {
  const response = await request.get(HELPER);
  expect(response.headers()).toMatchObject({
    "access-control-allow-origin": "*",
    "content-type": expect.stringMatching(/^(application|text)\/javascript/),
    "x-content-type-options": "nosniff",
  });
  expect((await response.body()).length).toBeLessThan(3_000);
  const types = await request.get(HELPER.replace(/js$/, "d.ts"));
  expect(await types.text()).toContain("export function openDonation");
});
