/** From a donor's "wrong school" to the gift at the right one, each party on its own pages, without scripts. */
import type { Page } from "playwright/test";
import { giftNumberOf } from "../lib/donations/gift-number.ts";
import { makeCardholder, query } from "./application.ts";
import { giveFrom } from "./cardholder-donations.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { makeFileSchool } from "./school-batches.ts";
import { openSecondBrowser } from "./second-browser.ts";
import { makeMember, operate, signInToTeam } from "./staff.ts";

test.use({ javaScriptEnabled: false });

const main = (page: Page) => page.getByRole("main");

/** Reloads until the page says so. */
const waitFor = (page: Page, text: string) =>
  expect(async () => {
    await page.reload();
    await expect(main(page)).toContainText(text, { timeout: 100 });
  }).toPass();

test("a gift to the wrong school is redirected to the right one", async ({ page: donor }) => {
  const school = await makeFileSchool("Wrong University");
  const { school_id } = school;
  const house = ["--adapter", "batch", "--house-account", "anonymous"];
  await operate("school", "configure", "--school", school_id, ...house);
  await query("update school set active = true where id = $1", [school_id]);
  const person = await makeCardholder();
  const gift = await giveFrom(person, 25, { school_id });
  await query("update school set active = false where id = $1", [school_id]);
  const [account] = await query("select bank_id from account where id = $1", [person.accountId]);
  const [processor, clerk] = [await openSecondBrowser(donor), await openSecondBrowser(donor)];

  await test.step("the foundation has the gift in a closed batch, and confirms it", async () => {
    await signInToTeam(processor, await makeMember(school, "processor"), "/school");
    await waitFor(processor, "Batch 1 has 1 gift");
    await main(processor).getByRole("link", { name: "Batch 1" }).click();
    await main(processor).getByText("Close this batch").click();
    await main(processor).getByRole("button", { name: "Close batch 1" }).click();
    await processor.goto(`/school/gifts/${giftNumberOf(gift)}`);
    await processor.getByLabel("Confirmation number").fill("WU-26-1");
    await main(processor).getByRole("button", { name: "Confirm $25" }).click();
    await waitFor(processor, "Settled");
  });

  await test.step("the donor says that it's the wrong school", async () => {
    await signIn(donor, person, `/donations/${gift}`);
    await donor.getByText("Something’s wrong with this gift").click();
    await donor.getByLabel("The school", { exact: true }).check();
    await donor.getByLabel("In your own words").fill("It was meant for Ohio State.");
    await donor.getByRole("button", { name: "Tell us" }).click();
    await expect(main(donor)).toContainText("You told us that something is wrong");
  });

  await test.step("the bank sees what redirecting it does, and asks for it", async () => {
    const bank = { kind: "bank", bank_id: account.bank_id } as const;
    const [opened] = await query("select id from gift_case where donation_id = $1", [gift]);
    await signInToTeam(clerk, await makeMember(bank, "support"), `/bank/cases/${opened.id}`);
    await expect(main(clerk)).toContainText("It was meant for Ohio State.");
    await main(clerk)
      .getByRole("link", { name: giftNumberOf(gift) })
      .click();
    await main(clerk).getByRole("link", { name: "Reverse or redirect" }).click();
    await clerk.getByLabel("Redirect it").check();
    await clerk.getByLabel("New school").selectOption({ label: "Ohio State" });
    await clerk.getByLabel("New fund").fill("Annual Fund");
    await main(clerk).getByRole("button", { name: "Show what will happen" }).click();
    await expect(main(clerk)).toContainText("the foundation decides");
    await clerk.getByLabel("Reason").fill("The customer meant Ohio State");
    await main(clerk).getByRole("button", { name: "Redirect it: $25.00" }).click();
    await waitFor(clerk, "The foundation decides");
    await waitFor(donor, "Wrong University’s foundation has to agree.");
  });

  await test.step("the foundation agrees", async () => {
    await processor.goto("/school");
    await main(processor)
      .getByRole("link", { name: "Redirect $25.00 to Annual Fund, Ohio State" })
      .click();
    await main(processor).locator("summary", { hasText: "Agree" }).click();
    await main(processor).getByRole("button", { name: "Agree now" }).click();
    await waitFor(processor, "Done");
  });

  await test.step("everyone reads that it moved", async () => {
    await waitFor(donor, "$25.00 was moved to Ohio State");
    await expect(main(donor)).toContainText("Your points go with it.");
    await waitFor(clerk, "Done");
    await processor.goto("/school");
    await expect(main(processor)).not.toContainText("Corrections to decide");
    await clerk.goto("/bank/cases");
    await expect(main(clerk)).not.toContainText("It was meant for");
    await main(donor).getByRole("link", { name: "View the new gift" }).click();
    await expect(donor.getByRole("heading", { level: 1 })).toContainText("Ohio State");
    await waitFor(donor, "Confirmed by Ohio State");
  });
});
