import { endSessions, makeCardholder, query, submitDonation } from "./application.ts";
import { expect, fillSignIn, signIn, test } from "./fixtures.ts";
import { setProgram } from "./giving.ts";
import { signInInSecondBrowser } from "./second-browser.ts";
import { personAtSettings, press, section } from "./settings-page.ts";

async function follow(email: string, schools: string[]) {
  await query(
    `insert into followed_school (cardholder_id, school_id, followed_at)
     select c.id, unnest($2::text[]), now() from cardholder c where email_key = $1`,
    [email, schools],
  );
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript @long", () => {
    test.use({ javaScriptEnabled });

    test("errors in the profile are reported at their fields, then it is saved", async ({
      page,
    }) => {
      const { email } = await personAtSettings(page);
      const profile = section(page, "Profile");
      await expect(profile.getByText(email).first()).toBeVisible();
      await profile.getByLabel("Email address for tax receipts").fill("no address");
      await profile.getByLabel("Phone").fill("1".repeat(256));
      await press(page, "Save profile");
      await expect(page).toHaveTitle(/^Error: Settings/);
      const alert = profile.getByRole("alert");
      await expect(alert).toBeFocused();
      await expect(alert.getByRole("link")).toHaveCount(2);
      await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
      await expect(profile.getByLabel("Email address for tax receipts")).toHaveValue("no address");
      await expect(profile.getByLabel("Phone")).toHaveAccessibleDescription(/at most 255/);
      expect(page.url()).not.toContain("address");
      const [before] = await query("select phone from cardholder where email_key = $1", [email]);
      expect(before.phone).toBeNull();

      await profile.getByLabel("Name", { exact: true }).fill("  Sam the Fan ");
      await profile.getByLabel("Phone").fill("+1 614 555 0100");
      await profile.getByLabel("Email address for tax receipts").fill("tax@example.com");
      await press(page, "Save profile");
      await expect(page).toHaveURL("/settings?done=profile");
      await expect(profile.getByRole("status").first()).toHaveText("Saved");
      await expect(profile.getByRole("status").first()).toBeFocused();
      await expect(profile.getByLabel("Name", { exact: true })).toHaveValue("Sam the Fan");
      await expect(profile.getByLabel("Email address for tax receipts")).toHaveValue(
        "tax@example.com",
      );
      for (const label of ["Name", "Phone", "Email address for tax receipts"]) {
        await profile.getByLabel(label, { exact: true }).fill(" ");
      }
      await press(page, "Save profile");
      // "Saved" is already shown from the first save.
      const stored = () =>
        query(
          "select display_name, phone, tax_receipt_email from cardholder where email_key = $1",
          [email],
        );
      await expect
        .poll(stored)
        .toEqual([{ display_name: null, phone: null, tax_receipt_email: null }]);
      await expect(profile.getByText("the one from your bank: Sam Sample.")).toBeVisible();
    });

    test("a preferred school is chosen, then one of its funds", async ({ page }) => {
      const person = await makeCardholder();
      const { accountId } = person;
      await follow(person.email, ["michigan"]);
      await submitDonation(25, { service_user_id: accountId, school_id: "ohio-state" });
      await signIn(page, person, "/settings");
      const school = page.getByLabel("Preferred school");
      await expect(school.getByRole("option")).toHaveText(["None", "Michigan", "Ohio State"]);
      await expect(page.getByLabel(/Preferred fund/)).toHaveCount(0);
      await school.selectOption("Michigan");
      await press(page, "Save profile");
      await expect(page.getByText("You can now choose one of the school’s funds.")).toBeVisible();
      await page.getByLabel("Preferred fund at Michigan").selectOption({ index: 1 });
      await press(page, "Save profile");
      const stored = async () => {
        const [row] = await query(
          "select preferred_school_id as school, preferred_fund as fund from cardholder where email_key = $1",
          [person.email],
        );
        return row;
      };
      await expect.poll(async () => (await stored()).fund).not.toBeNull();
      const { fund, school: chosen } = await stored();
      expect(chosen).toBe("michigan");
      await expect(page.getByLabel("Preferred fund at Michigan")).toHaveValue(fund);
      await school.selectOption("Ohio State");
      await press(page, "Save profile");
      await expect(page.getByLabel("Preferred fund at Ohio State")).toHaveValue("");
      expect(await stored()).toEqual({ school: "ohio-state", fund: null });
      await school.selectOption("None");
      await press(page, "Save profile");
      await expect.poll(stored).toEqual({ school: null, fund: null });
    });

    test("notifications: checked and unchecked boxes are both saved @long", async ({ page }) => {
      await personAtSettings(page);
      const notifications = section(page, "Notifications");
      const receipts = notifications.getByLabel("My tax receipts");
      const confirmations = notifications.getByLabel("When a school confirms my gift");
      await expect(receipts).toBeChecked();
      await confirmations.uncheck();
      await press(page, "Save notifications");
      await expect(notifications.getByRole("status").first()).toHaveText("Saved");
      await receipts.uncheck();
      await confirmations.check();
      await press(page, "Save notifications");
      await page.goto("/settings");
      await expect(receipts).not.toBeChecked();
      await expect(confirmations).toBeChecked();
    });

    test("changing the password signs out other sessions but not this one", async ({ page }) => {
      const person = await personAtSettings(page);
      const other = await signInInSecondBrowser(page, person);
      const send = async (current: string, next: string) => {
        await page.getByLabel("Current password").fill(current);
        await page.getByLabel("New password").fill(next);
        await press(page, "Change password");
      };
      const alert = section(page, "Password").getByRole("alert");
      await send("", "");
      await expect(alert.getByRole("link")).toHaveText([
        "Enter your current password.",
        "Enter a new password.",
      ]);
      const [current, field] = [
        page.getByLabel("Current password"),
        page.getByLabel("New password"),
      ];
      await send("not the password", "short");
      await expect(field).toHaveAccessibleDescription(/Use at least \d+ characters/);
      await send("not the password", "eleven blue kites over the bay");
      await expect(current).toHaveAccessibleDescription(/Incorrect current password/);
      await send(person.password, "passwordpasswordpassword");
      await expect(field).toHaveAccessibleDescription(/easy to guess/);
      await expect(field).toBeFocused();
      const next = `${person.password}-and-more`;
      await send(person.password, next);
      await expect(page).toHaveURL("/settings?done=password");
      await expect(page.getByText("You’re still signed in here.")).toBeVisible();
      await other.goto("/home");
      await expect(other).toHaveURL(/\/signin\?ended=1/);
      await fillSignIn(other, { ...person, password: next });
      await expect(other).toHaveURL("/home");
    });
  });
}

test("without a session the input survives the sign-in, except passwords @long", async ({
  page,
}) => {
  const person = await personAtSettings(page);
  await page.getByLabel("Name", { exact: true }).fill("Sam who waits");
  await endSessions(person.email);
  await press(page, "Save profile");
  await expect(page).toHaveURL(/\/signin\?ended=1/);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/settings\?again=/);
  await expect(page.getByText("You were signed out before this was submitted")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Sam who waits");
});

test("the sign-in returns to each page @long", async ({ page }) => {
  const pages = ["", "/two-step", "/two-step/enroll", "/two-step/codes", "/two-step/renew"];
  for (const path of [...pages, "/two-step/remove-app", "/two-step/passkey"]) {
    await page.goto(`/settings${path}`);
    await expect(page).toHaveURL(`/signin?next=${encodeURIComponent(`/settings${path}`)}`);
  }
});

test("rewards accounts show bank, program, rate, and status @long", async ({ page }) => {
  const person = await makeCardholder();
  await setProgram(person.accountId, "Gold Rewards", 125);
  await signIn(page, person, "/settings");
  const accounts = section(page, "Rewards accounts");
  await expect(accounts).toContainText("Gold Rewards · 125 points = $1");
  await expect(accounts).toContainText("Linked");
  await query("update account set status = 'unlinked', unlinked_at = now() where id = $1", [
    person.accountId,
  ]);
  await page.reload();
  await expect(accounts).toContainText(/Not linked ?Was linked on \w+ \d+, \d{4}/);
});

test("a preferred school that became inactive stays until another is chosen @long", async ({
  page,
}) => {
  const person = await makeCardholder();
  const id = `closed-${Date.now()}`;
  await query(
    `insert into school (id, name, university, nickname, city, state, conference, foundation_name,
       time_zone, colors, motif, minimum_donation_cents, active, sort_key, search_text)
     select $1, 'Closed College', university, nickname, city, state, conference, foundation_name,
       time_zone, colors, motif, minimum_donation_cents, false, 'closed college', 'closed college'
     from school where id = 'ohio-state'`,
    [id],
  );
  await query("update cardholder set preferred_school_id = $2 where email_key = $1", [
    person.email,
    id,
  ]);
  await signIn(page, person, "/settings");
  const school = page.getByLabel("Preferred school");
  await expect(school).toHaveValue(id);
  await expect(school.getByRole("option", { selected: true })).toHaveText(
    /isn’t accepting gifts right now/,
  );
  await page.getByLabel("Phone").fill("+1 614 555 0100");
  await press(page, "Save profile");
  await expect(page).toHaveURL("/settings?done=profile");
  await expect(school).toHaveValue(id);
});

test("a cross-site form changes nothing", async ({ page }) => {
  await personAtSettings(page, "/healthz");
  const paths = [
    "profile",
    "password",
    "notifications",
    "sessions/end",
    "sessions/end-others",
    "two-step/begin",
    "two-step/enroll/confirm",
    "two-step/renew/submit",
    "two-step/remove-app/submit",
    "two-step/passkey/begin",
    "two-step/passkey/add",
    "two-step/passkey/remove/submit",
  ];
  for (const path of paths) {
    const response = await page.request.post(`/settings/${path}`, {
      form: { display_name: "Mallory" },
      headers: { Origin: "https://evil.example" },
      maxRedirects: 0,
    });
    expect(response.status(), path).toBe(403);
  }
});
