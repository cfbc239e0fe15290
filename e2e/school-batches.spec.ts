/** A processor's day: close a batch, download its file, fill it in, and upload it. */
import { readFile } from "node:fs/promises";
import { query, submitDonation } from "./application.ts";
import { expect, test } from "./fixtures.ts";
import { makeFileSchool } from "./school-batches.ts";
import { makeMember, operate, signInToTeam } from "./staff.ts";

/** Larger than any other form may be. */
const PADDING = "x".repeat(200_000);

// Everything works without scripts.
test.use({ javaScriptEnabled: false });

test("a processor closes a batch, downloads it, and confirms it from the filled-in file", async ({
  page,
}) => {
  const school = await makeFileSchool("Filing University");
  const school_id = school.school_id;
  await operate(
    ...["school", "configure", "--school", school_id, "--adapter", "batch"],
    ...["--house-account", "anonymous"],
  );
  await query("update school set active = true where id = $1", [school_id]);
  const gifts: { donation_id: string }[] = [];
  for (const dollars of [25, 30, 45]) gifts.push(await submitDonation(dollars, { school_id }));
  await query("update school set active = false where id = $1", [school_id]);
  const processor = await makeMember(school, "processor");
  await signInToTeam(page, processor, "/school");
  const main = page.getByRole("main");

  await test.step("they close the open batch", async () => {
    await expect(async () => {
      await page.reload();
      await expect(main).toContainText("Batch 1 has 3 gifts, $100.", { timeout: 100 });
    }).toPass();
    await main.getByRole("link", { name: "Batch 1" }).click();
    await main.getByText("Close this batch").click();
    await main.getByRole("button", { name: "Close batch 1" }).click();
    await expect(main).toContainText("The batch is closed");
    await main.getByRole("link", { name: "View gifts" }).click();
    await expect(main).toContainText("3 gifts · $100.00");
    await main.getByRole("link", { name: "View batch" }).click();
  });

  const upload = async (text: string) => {
    const buffer = Buffer.from(text);
    await page
      .getByLabel(/^(From your system’s|Another) file$/)
      .setInputFiles({ name: "gifts.csv", mimeType: "text/csv", buffer });
    await main.getByRole("button", { name: "Check" }).click();
  };

  await test.step("they fill in its file and upload it, at first with a wrong line", async () => {
    const downloading = page.waitForEvent("download");
    await main.getByRole("link", { name: "All columns (CSV)" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("batch-1-gifts.csv");
    const file = await readFile(await download.path(), "utf8");
    const columns = file.split("\r\n", 1)[0]?.split(",").length ?? 0;
    // Its last two columns are the number and the reason.
    const cells = ["N-1,", "N-2,", ",No such fund"];
    let n = 0;
    const filled = file.replace(/,,\r\n/g, () => `,${cells[n++]}\r\n`);
    await main.getByRole("link", { name: "Choose a file" }).click();
    await upload(`${filled}G-0000000000001${",".repeat(columns - 2)}N-4,\r\n`);
    await expect(main).toContainText("Row 5: Your school has no such gift.");
    await upload(`${filled}${",".repeat(columns - 3)}${PADDING},,\r\n`);
    await expect(main.getByText("can’t be read")).toHaveCount(0);
    await expect(main).toContainText("2 gifts");
    // Each gift, refusals first, before the button.
    const decisions = main.getByRole("table", { name: "Gifts to confirm" }).getByRole("row");
    await expect(decisions.nth(1)).toContainText("“No such fund”");
    await expect(decisions.nth(2).getByRole("textbox")).toHaveValue("N-1");
    await page.reload();
    await main.getByRole("button", { name: "Confirm gifts and decline 1" }).click();
    await expect(main).toContainText("Donors get their receipts now");
  });

  await test.step("the gifts are settled, and there is nothing left to do", async () => {
    await expect(async () => {
      const ids = gifts.map(({ donation_id }) => donation_id);
      const rows = await query("select status from donation where id = any($1) order by status", [
        ids,
      ]);
      expect(rows.map(({ status }) => status)).toEqual(["completed", "completed", "failed"]);
    }).toPass();
    await page.getByRole("link", { name: "Today" }).click();
    await expect(main).toContainText("Nothing to confirm");
    const emails = await query(`select subject from email where "to" = $1`, [processor.email]);
    expect(emails).toEqual([{ subject: "Batch 1 of Filing University is ready: 3 gifts" }]);
  });
});
