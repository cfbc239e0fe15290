/** A new bank's developer: from the invitation's email to a verified event, in a browser alone. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { recordSecrets } from "../test/logs.ts";
import { startReceiver } from "../test/receiver.ts";
import { expect, fillSignIn, test } from "./fixtures.ts";
import { invitationLink, makeTeamBank, operate } from "./staff.ts";
import { confirmTwoStep } from "./two-step-enrollment.ts";

const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string) =>
  main(page).getByRole("button", { name, exact: true }).click();
const goTo = (page: Page, room: string) =>
  page.getByRole("banner").getByRole("link", { name: room, exact: true }).first().click();

async function join(page: Page, bankId: string) {
  const email = `${randomUUID()}@bank.example`;
  const password = `quiet herons ${randomUUID()}`;
  recordSecrets([password]);
  await operate(
    "staff",
    "invite",
    "--team",
    `bank:${bankId}`,
    "--email",
    email,
    "--role",
    "developer",
  );
  await page.goto(await invitationLink(email));
  await press(page, "Accept the invitation");
  await page.getByLabel("New password", { exact: true }).fill(password);
  await press(page, "Set password");
  await fillSignIn(page, { email, password });
  await page.getByRole("link", { name: "Add an authenticator app" }).click();
  await page.getByLabel("Your password").fill(password);
  await press(page, "Continue");
  await confirmTwoStep(page);
  await press(page, "I’ve saved these codes");
  await expect(page).toHaveURL("/bank");
}

test("a new bank's developer gets a key, verifies an endpoint, and sees why a request was refused", async ({
  page,
}) => {
  const { bank_id: bankId = "" } = await makeTeamBank("Lakeside Savings");
  const receiver = await startReceiver();
  await test.step("they join by invitation", () => join(page, bankId));

  const key = await test.step("a key is shown once", async () => {
    await goTo(page, "API keys");
    await page.getByLabel("Name").fill("Points ledger");
    await page.getByLabel("Full").check();
    await press(page, "Create key");
    const shown = await main(page)
      .getByText(/^svc_test_/)
      .innerText();
    recordSecrets([shown.split(":")[1]]);
    await main(page).getByRole("link", { name: "I’ve saved it" }).click();
    await expect(main(page)).toContainText("Points ledger");
    expect(await page.content()).not.toContain(shown.split(":")[1]);
    return shown;
  });

  await test.step("an endpoint is added, and takes a signed test", async () => {
    await goTo(page, "Webhooks");
    await page.getByLabel("URL").fill(receiver.url);
    await press(page, "Add endpoint");
    receiver.settings.secret = await main(page)
      .getByText(/^whsec_/)
      .innerText();
    recordSecrets([receiver.settings.secret]);
    await main(page).getByRole("link", { name: "I’ve saved it" }).click();
    await page.getByLabel("Event", { exact: true }).selectOption("donation.completed");
    await press(page, "Send test");
    await expect(main(page)).toContainText("The test was sent");
    await expect.poll(() => receiver.received.at(-1)?.payload?.type).toBe("donation.completed");
    await expect(async () => {
      await page.reload();
      await expect(main(page).getByRole("row").nth(1)).toContainText("Delivered");
    }).toPass();
  });

  await test.step("the event has its attempt, and is sent again under its ID", async () => {
    await page.goto(`/bank/webhooks/events/${receiver.received.at(-1)?.id}`);
    await expect(main(page)).toContainText("204");
    await press(page, "Send again");
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  });

  await test.step("a refused request is listed with its reason", async () => {
    const answer = await page.request.post("/v1/donations/request", {
      headers: { "X-Service-API-Key": key, "X-Request-Id": "first-try" },
      data: { bank_transaction_ref: "tx-1", dollar_amount: "25", school_id: "ohio-state" },
    });
    expect(answer.status()).toBe(422);
    await expect(async () => {
      await goTo(page, "Refused requests");
      await expect(main(page)).toContainText("body.dollar_amount: float_type");
    }).toPass();
    await expect(main(page)).toContainText("first-try");
  });

  await test.step("the key works, is rolled, and its use is shown", async () => {
    await goTo(page, "API keys");
    const link = main(page).getByRole("link", { name: /Points ledger/ });
    await page.goto((await link.getAttribute("href")) ?? "");
    await expect(main(page)).toContainText(/from (127\.0\.0\.1|::1)/);
    await press(page, "Roll key");
    const next = await main(page)
      .getByText(/^svc_test_/)
      .innerText();
    recordSecrets([next.split(":")[1]]);
    for (const one of [key, next]) {
      const read = await page.request.get("/v1/schools", { headers: { "X-Service-API-Key": one } });
      expect(read.status()).toBe(200);
    }
  });
  await receiver.close();
});
