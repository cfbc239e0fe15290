/** One cardholder's journey, from the password email to signing out. */
import { randomUUID } from "node:crypto";
import { recordSecrets } from "../test/logs.ts";
import { bank } from "./application.ts";
import { expect, goBack, test } from "./fixtures.ts";
import { enterAmount, giveButton, reviewButton, ticket, writeNote } from "./giving.ts";
import { askForPasswordLink, emailedPasswordLink } from "./password-links.ts";
import { codeOf, turnOnTwoStep } from "./two-step-enrollment.ts";

async function linkSomebody(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const body = {
    bank_user_id: randomUUID(),
    display_name: "Robin Sample",
    email,
    loyalty_program_id: "gold-rewards",
  };
  await bank().POST("/v1/accounts/link", { body });
  return email;
}

// As everyone's browser does; other tests block it, since each would install it again.
test.use({ serviceWorkers: "allow" });

test("a newly linked cardholder signs in, gives, sees it complete, and signs out", async ({
  page,
}) => {
  const email = await linkSomebody();
  const password = `quiet herons ${randomUUID()}`;
  recordSecrets([password]);
  const main = page.getByRole("main");

  await test.step("an email lets them in", async () => {
    await page.goto("/");
    await main.getByRole("link", { name: "Sign in", exact: true }).click();
    await askForPasswordLink(page, email);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/mail/i);
    await page.goto(await emailedPasswordLink(email));
    await page.getByLabel("New password", { exact: true }).fill(password);
    await main.getByRole("button", { name: "Set password" }).click();
    await expect(page).toHaveURL(/\/signin/);
  });

  const signIn = async () => {
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await main.getByRole("button", { name: "Sign in" }).click();
  };

  await test.step("they sign in, and have given nothing yet", async () => {
    await signIn();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Turn your points into game day",
    );
  });

  const key = await test.step("they turn two-step sign-in on, and it asks for a code", async () => {
    const { key: shown } = await turnOnTwoStep(page, password);
    await page.getByRole("button", { name: "Sign out" }).click();
    await signIn();
    await page.getByLabel("Code", { exact: true }).fill(codeOf(shown, 0));
    await main.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/home");
    return shown;
  });
  expect(key).toHaveLength(32);

  await test.step("they follow a school and give to it", async () => {
    await page.goto("/schools?search=buckeyes");
    await page.getByRole("button", { name: /^Follow .*Ohio State/ }).click();
    await expect(page.getByRole("button", { name: "Following Ohio State" })).toBeVisible();
    await page.goto("/give");
    const followed = page.getByRole("region", { name: "Your schools" });
    await followed.getByRole("link", { name: "Ohio State" }).click();
    // The cents make the sandbox platform answer 503 twice, so that the pending state is visible.
    await enterAmount(page, "26.92");
    await expect(ticket(page)).toContainText("2,692 points");
    await writeNote(page, "For the band");
    await reviewButton(page).click();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.addInitScript(() =>
      addEventListener("transitionrun", ({ target }) => {
        if (target instanceof Element && target.matches(".printed"))
          Object.assign(globalThis, { hasFaded: true });
      }),
    );
    await giveButton(page, "$26.92").click();
  });

  await test.step("they are thanked, and see it confirmed without a reload", async () => {
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await expect(main).toContainText("Thank you!");
    await expect(main.getByRole("status").filter({ hasText: "On its way" })).toBeVisible();
    await expect(main.getByRole("status").filter({ hasText: "Confirmed" })).toBeVisible();
    expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
    const number = ticket(page).getByText(/^[A-Z]+-\d\d-\d{6,}$/);
    await expect(number).toBeVisible();
    const hasFaded = () => page.evaluate(() => "hasFaded" in globalThis);
    await expect.poll(hasFaded, "a number that arrives").toBe(true);
    await page.reload();
    await expect(number).toBeVisible();
    expect(await hasFaded(), "a number on a page load").toBe(false);
    await page.emulateMedia({ reducedMotion: null });
  });

  await test.step("they share the school's page, without their name and amount", async () => {
    // Right after giving, the page offers to follow the school instead.
    await page.goto(new URL(page.url()).pathname);
    const share = page.getByRole("link", { name: "Share Ohio State" });
    await page.evaluate(() => {
      const shared: ShareData[] = [];
      Object.assign(globalThis, { shared });
      Object.assign(navigator, { share: async (data: ShareData) => shared.push(data) });
    });
    await share.click();
    const { origin } = new URL(page.url());
    expect(
      await page.evaluate(() => (globalThis as unknown as { shared: unknown }).shared),
    ).toEqual([{ title: "Give to Ohio State", url: `${origin}/schools/ohio-state` }]);
    // Browsers without a dialog copy the link.
    await page.context().grantPermissions(["clipboard-write"]);
    await page.evaluate(() => Object.assign(navigator, { share: undefined }));
    await share.click();
    await expect(page.getByText("Link copied")).toBeVisible();
  });

  await test.step("they open the receipt as a PDF", async () => {
    await expect(page.getByRole("link", { name: "See your receipt" })).toBeVisible();
    const link = page.getByRole("link", { name: "Open the PDF" });
    const pdf = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(pdf.headers()["content-type"]).toBe("application/pdf");
    expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  });

  await test.step("they are in the history", async () => {
    await page.goto("/home");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/you’ve given \$26\.92$/);
    await expect(page.getByText("to 1 school", { exact: true })).toBeVisible();
    const schools = page.getByRole("region", { name: "Your schools" });
    await expect(schools.getByRole("link", { name: "Ohio State" })).toBeVisible();
  });

  await test.step("they want no more receipts by email", async () => {
    await page.goto("/settings");
    const notifications = page.getByRole("region", { name: "Notifications" });
    const receipts = notifications.getByLabel("My tax receipts");
    await receipts.uncheck();
    await notifications.getByRole("button").click();
    await expect(notifications.getByRole("status").first()).toHaveText("Saved");
    await expect(receipts).not.toBeChecked();
  });

  await test.step("they sign out", async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await goBack(page, page.getByText("You’ve signed out."));
    // The page from the history may already be redirecting to the sign-in, which aborts a reload.
    await expect(() => page.reload()).toPass();
    await expect(page).toHaveURL(/\/signin/);
  });
});
