import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { endSessions, makeCardholder, query } from "./application.ts";
import { giveAndWait, giveFrom } from "./cardholder-donations.ts";
import { expect, signIn, test } from "./fixtures.ts";

/** The number of emails to an address with a receipt, including the automatic one. */
async function emailedTo(address: string): Promise<number> {
  const [row] = await query(
    `select count(*)::int as count from email where "to" = $1 and text like '%Receipt number%'`,
    [address],
  );
  return row.count;
}

test("a completed donation has its receipt, and its year a statement, as a page and as PDFs", async ({
  page,
}) => {
  const person = await makeCardholder();
  const id = await giveAndWait(person, 1240.5);
  await signIn(page, person, `/donations/${id}`);
  const section = page.getByRole("region", { name: "Receipt" });
  const [{ number, confirmation }] = await query(
    `select content->>'receipt_number' as number, platform_credit_id as confirmation
     from receipt join credit using (donation_id) where donation_id = $1`,
    [id],
  );
  await expect(page.getByText(confirmation)).toHaveCount(1);
  await expect(page.getByText(number)).toBeHidden();
  await page.getByText("Reference numbers").click();
  await expect(page.getByText(number)).toBeVisible();
  await expect(section).toContainText("$1,240.50");
  await expect(section).toContainText("A sample from a sandbox");
  await section.getByRole("link", { name: "View the receipt" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Donation receipt");
  const letter = page.getByRole("article");
  await expect(letter.getByText(confirmation)).toBeVisible();
  await expect(letter.getByText(number)).toBeHidden();
  await expect(page.getByText("this isn’t a valid receipt")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(letter.getByText(confirmation)).toBeVisible();
  await expect(letter.getByText(number)).toBeVisible();
  const printed = await page.pdf({ format: "Letter", margin: { top: "1in", bottom: "1in" } });
  expect(printed.toString("latin1").match(/\/Count \d+/)?.[0], "pages").toBe("/Count 1");

  const pdf = await page.request.get(`/donations/${id}/receipt/pdf`);
  expect(pdf.status()).toBe(200);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.headers()).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `inline; filename="receipt-${number}.pdf"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  expect(pdf.headers()["content-security-policy"]).toMatch(
    /^default-src 'none'; .*; object-src 'self'; style-src 'unsafe-inline'$/,
  );
  expect(pdf.headers()["content-security-policy"]).not.toContain("nonce");

  await page.emulateMedia({ media: "screen" });
  await page.goto("/donations");
  const year = page.getByRole("region", { name: /^\d{4}$/ });
  await expect(year).toContainText("$1,240.50 given");
  const link = year.getByRole("link", { name: /^Year statement \d{4} \(PDF\)$/ });
  const address = String(await link.getAttribute("href"));
  const statement = await page.request.get(address);
  expect((await statement.body()).subarray(0, 5).toString()).toBe("%PDF-");
  expect(statement.headers()).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `inline; filename="statement-${address.split("/").at(-1)}.pdf"`,
  });
  for (const year of ["1999", "soon", "2026.5"]) {
    expect((await page.request.get(`/statements/${year}`)).status(), year).toBe(404);
  }
});

test("before confirmation there is none, and its URLs redirect to the donation @long", async ({
  page,
}) => {
  const person = await makeCardholder();
  const id = await giveFrom(person, 50.94);
  await signIn(page, person, "/healthz");
  for (const path of ["receipt", "receipt/pdf"]) {
    await page.goto(`/donations/${id}/${path}`);
    await expect(page).toHaveURL(`/donations/${id}`);
  }
  await expect(page.getByRole("region", { name: "Receipt" })).toHaveCount(0);
});

test("another cardholder's PDF is a 404, and signed out it asks for a sign-in", async ({
  page,
}) => {
  const owner = await makeCardholder();
  const id = await giveAndWait(owner, 25);
  for (const path of [`/donations/${id}/receipt/pdf`, "/statements/2026"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/signin\?next=/);
  }
  const other = await makeCardholder();
  await signIn(page, other, "/healthz");
  const [foreign, nobodys] = await Promise.all(
    [id, randomUUID(), "garbage"].map((one) => page.request.get(`/donations/${one}/receipt/pdf`)),
  );
  expect([foreign?.status(), nobodys?.status()]).toEqual([404, 404]);
  expect(await foreign?.text()).toBe(await nobodys?.text());
});

/** Unfolds the form that emails the receipt again. */
const unfold = (page: Page) => page.getByText("Email it again").click();

test.describe("resending it", () => {
  test("goes to the donor's address by default", async ({ page }) => {
    const person = await makeCardholder();
    const id = await giveAndWait(person, 25);
    await expect.poll(() => emailedTo(person.email)).toBe(1);
    await signIn(page, person, `/donations/${id}`);
    await unfold(page);
    await expect(page.getByLabel("Email address")).toHaveValue(person.email);
    await page.getByRole("button", { name: "Email the receipt" }).click();
    const notice = page.getByRole("status").filter({ hasText: `On its way to ${person.email}` });
    await expect(notice).toBeFocused();
    expect(await emailedTo(person.email)).toBe(2);
    // A reload sends nothing.
    await page.reload();
    await expect(notice).toBeVisible();
    expect(await emailedTo(person.email)).toBe(2);
  });

  test("goes to other addresses a few times a day, then says what still works @long", async ({
    page,
  }) => {
    const person = await makeCardholder();
    const id = await giveAndWait(person, 25);
    const friend = `${randomUUID()}@example.com`;
    await signIn(page, person, `/donations/${id}`);
    for (let n = 1; n <= 5; n++) {
      await unfold(page);
      await page.getByLabel("Email address").fill(friend);
      await page.getByRole("button", { name: "Email the receipt" }).click();
      await expect(page.getByText(`On its way to ${friend}`)).toBeVisible();
      await page.goto(`/donations/${id}`);
    }
    await unfold(page);
    await page.getByLabel("Email address").fill(friend);
    await page.getByRole("button", { name: "Email the receipt" }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("You can still send it to your own address.");
    await expect(alert).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByLabel("Email address")).toHaveValue(friend);
    expect(await emailedTo(friend)).toBe(5);
  });

  test("reports an invalid address at its field @long", async ({ page }) => {
    const person = await makeCardholder();
    const id = await giveAndWait(person, 25);
    await signIn(page, person, `/donations/${id}`);
    await unfold(page);
    await page.getByLabel("Email address").fill("accountant");
    await page.getByRole("button", { name: "Email the receipt" }).click();
    await expect(page.getByLabel("Email address")).toBeFocused();
    await expect(page.getByLabel("Email address")).toHaveAttribute("aria-invalid", "true");
  });

  test("can't be triggered cross-site or for another cardholder's receipt @long", async ({
    page,
  }) => {
    const id = await giveAndWait(await makeCardholder(), 25);
    const other = await makeCardholder();
    await signIn(page, other, "/healthz");
    const send = (Origin: string) =>
      page.request.post(`/donations/${id}/receipt/resend`, {
        form: { email: other.email },
        headers: { Origin },
        maxRedirects: 0,
      });
    expect((await send("https://evil.example")).status()).toBe(403);
    const refused = await send(`http://localhost:${process.env.E2E_PORT}`);
    expect(refused.status()).toBe(303);
    const back = await page.request.get(String(refused.headers().location));
    expect(back.status()).toBe(404);
    expect(await emailedTo(other.email)).toBe(0);
  });

  test("keeps the address when the session has ended @long", async ({ page }) => {
    const person = await makeCardholder();
    const id = await giveAndWait(person, 25);
    await signIn(page, person, `/donations/${id}`);
    await unfold(page);
    await page.getByLabel("Email address").fill("accountant@example.com");
    await endSessions(person.email);
    await page.getByRole("button", { name: "Email the receipt" }).click();
    await expect(page).toHaveURL(/\/signin\?/);
    await page.getByLabel("Email address").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("You were signed out before this was submitted")).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveValue("accountant@example.com");
  });

  test.describe("without JavaScript @long", () => {
    test.use({ javaScriptEnabled: false });

    test("works the same", async ({ page }) => {
      const person = await makeCardholder();
      const id = await giveAndWait(person, 25);
      await signIn(page, person, `/donations/${id}`);
      await unfold(page);
      await page.getByRole("button", { name: "Email the receipt" }).click();
      await expect(page.getByText(`On its way to ${person.email}`)).toBeVisible();
    });
  });
});
