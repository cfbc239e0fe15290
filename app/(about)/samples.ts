/** Sample texts for a sandbox whose operator has none. They use reserved example addresses only. */
import type { TextPage } from "#lib/env.ts";

export const SAMPLES: Record<TextPage, (brand: string) => string> = {
  privacy: (brand) => `# Privacy

${brand} turns credit-card points into gifts to university athletic foundations. To do that, we work with your bank, which
sends us your details, and with the school’s ticketing system, which receives your gift. This page says what we store, why,
and who sees it.

We don’t sell data, we don’t show ads, and we don’t use trackers. We never ask for your card number, and we don’t know how
many points you have: your bank does.

## What we store

| What | What for |
|---|---|
| Your name, your email address, and your bank’s ID for you, from your bank when it links your rewards account | showing you your gifts, and sending receipts |
| Your postal address, if you add it; stored encrypted | gifts that you share it with the school |
| Your phone number, the school and fund you prefer, the schools you follow, and your email choices | your profile |
| Your gifts: amount, points, school, fund, your note, dates, and status | delivering the gift, and proving it later |
| Receipts and year-end statements | your taxes, and the foundation’s books |
| A hash of your password, and the key of your authenticator app, encrypted | signing you in |
| Where you’re signed in: the browser, the times, and a keyed hash of the network | showing you your sessions, and noticing misuse |
| Emails that we’ve sent you | delivery, and questions about it |

## Who receives it

- **The school’s ticketing system** receives what it needs to credit your gift: your name and your email address, so that
  it finds your fan account; your postal address, only with a gift that you share it with; the amount, the fund, and the
  points you used; your bank’s reference; your rewards program; and the note that you wrote for the school. You can give
  anonymously: then it learns neither your name nor your addresses. A gift that your bank submits for you carries your name
  and email address.
- **The athletic foundation** receives the gift through that system. It may thank you or send you its own news; its own
  privacy policy applies to that.
- **Your bank** learns the status of each gift that you made with its points. It doesn’t learn what you gave with another
  bank’s points, which schools you follow, or what you change in your profile.
- **Nobody else**, unless the law requires it.

## How long we keep it

- Gifts and receipts are records of money, which tax law requires us to keep.
- Emails are deleted after 90 days.
- Ended sign-ins are deleted after 30 days, and sessions of the donation screen in your bank’s app 30 days after they
  expire.
- A link for setting your password works for 30 minutes, and is deleted after a day.

## Cookies

We set only the cookies that this website needs: they keep you signed in, remember for a while that you signed out,
recognize a browser you’ve signed in with before, and remember your time zone. The donation screen in your bank’s app uses no cookies. Our pages
load nothing from other companies.

## Your choices

You can change your name, your phone number, and which emails you get in [Settings](/settings), and end sign-ins on other
devices there. Your bank can correct the email address that it has for you, and unlink your rewards account at any time; your
past gifts and receipts stay available to you. Receipts and the records of gifts are kept, because tax law asks for them.

## How we protect it

Everything travels encrypted. Passwords are stored only as hashes, and the keys of authenticator apps are encrypted. No
bank can see another bank’s customers. We recommend [two-step sign-in](/help#signing-in).
`,

  terms: (brand) => `# Terms

These terms apply when you give through ${brand}, on this website or in your bank’s app.

## What we do

We take your instruction to turn points into a gift and deliver it to the school’s ticketing system. Your bank holds and
converts your points. The athletic foundation of the school receives the dollars. We hold neither your points nor your
money, and we aren’t a bank, a charity, or part of any school.

## Your gift

- You see the dollars, the points, and the rate before you give. What you confirm is what’s given.
- Each school sets a minimum gift. There’s also a maximum for a single gift.
- A gift is complete when the school confirms it. Until then it’s on its way, and we keep trying until the school answers.
- If the school doesn’t accept a gift, we let your bank know, and you keep your points.
- A confirmed gift can’t be undone here. If something went wrong, ask the foundation: its address is on your receipt.
- A gift repeats only if you or your bank asked for that, and your bank submits it again each time. We never use your
  points on our own.

## Taxes

Some funds include benefits or rights to buy seats; that’s shown wherever you choose a fund. A gift made with reward points
may be treated as a rebate. We don’t give tax advice: ask a tax advisor.

## Your account

- Your bank links your rewards account to your email address. Use an address that only you can read.
- Keep your password and your codes to yourself. [Tell us](/contact) if you think that somebody else knows them.
- Please don’t use this service to try out other people’s passwords, to overload it, or to get around its limits.

## What we can’t promise

We work hard to keep the service running and your gifts safe, but a school’s system, your bank, or we may be unavailable
for a while. Your gift isn’t lost when that happens: it’s delivered later, or you keep your points.

## Names

School names belong to the schools. Their use here means that a gift can go to their foundations, and nothing more.

## Changes and questions

If we change these terms, we’ll say so here before the change applies. Questions? [Contact us](/contact).
`,

  help: (brand) => `# Help

## How your points become a gift

1. You pick a school and an amount. You see the points it takes, and the rate, before you give.
2. We send your gift to the school’s ticketing system, which finds you as a fan by your email address.
3. The school confirms it with a number. That number is on your ticket, and you get a receipt.
4. Your bank converts your points, and the athletic foundation receives the dollars.

${brand} holds neither your points nor your money.

## How long it takes

Most schools confirm within a few minutes. Some record gifts in batches, which takes days: the gift’s page says by which day.
Your gift shows **On its way** until then, and **Confirmed** once the school has
answered. You don’t have to wait on the page: you’ll find every gift under [Gifts](/donations).

If a school’s system is down, we keep retrying automatically, for as long as it takes. Your gift is never given twice, and
you don’t have to submit it again.

## If a gift isn’t accepted

If the school can’t accept a gift, it shows **Not accepted**. We let your bank know right away, and you keep your points: if
your bank has held or deducted them, it returns them. Ask there if they don’t show up in your balance.

A confirmed gift can’t be canceled, by you or by us. If you made a mistake, such as the wrong school or amount, ask the
foundation that received it: its address is on your receipt.

## Receipts and taxes

Once a gift is confirmed, its receipt is on the gift’s page and in your email. It’s a letter from the foundation that
received the gift, with its tax number and the school’s confirmation number, and its date is the foundation’s date. You can
download it as a PDF at any time and email it again, also to another address. Under [Gifts](/donations) there’s a statement
for each year.

What’s on it depends on the fund:

| It says | What it means |
|---|---|
| May be tax-deductible | You get nothing in return |
| Includes benefits valued at $40 | You get something back. Only the rest of your gift can count |
| Includes seat-purchase rights. Not tax-deductible | Your gift gives you a right to buy seats |

Whether a gift made with points can be deducted also depends on your rewards program: it may be treated as a rebate. We
can’t tell you. Ask a tax advisor.

## Signing in

- **The first time.** Your bank has linked your rewards account to your email address. Choose
  [Forgot your password, or never set one?](/forgot-password), and we’ll email you a link. It works once, for 30 minutes.
- **No email?** Check your spam folder, and use the address that your bank has for you.
- **Two-step sign-in** protects your account even if somebody learns your password. Add a passkey or an authenticator app in
  [Settings](/settings#two-step).
- **A passkey** signs you in with your fingerprint, your face, or your device’s PIN, and without your password. It can’t be
  tricked by a fake website.
- **Lost your phone?** Choose “Use a recovery code instead” when you’re asked for a second step. Each recovery code works once.
  Keep them where you’d keep a passport: without them, nobody can turn two-step sign-in off, and neither can we. Your bank can
  link your rewards account to another email address of yours, with which you’d start over.
- **Signed in somewhere you don’t know?** End that session in [Settings](/settings#sessions), and change your password.

## Giving in your bank’s app

Your bank may show our donation screen in its own app, in its own colors. Nothing is given until you confirm. You don’t need
a password there, since your bank has signed you in. If the screen has timed out, your points weren’t used: start again
from your bank’s app. Gifts that you make there show up here too once you sign in with the same email address.

## More than one bank

If several banks know you by the same email address, you’ll see all your gifts together here. Each bank still sees only the
gifts made with its own points.

## Who to ask

| Question | Contact |
|---|---|
| Your points, your balance, and the rate | your bank |
| Seats, tickets, benefits, and donor levels | the school’s ticket office or foundation |
| The status of a gift, a receipt, or signing in | [us](/contact) |
`,

  contact: (brand) => `# Contact

Find your question first: the right people can answer it much faster.

| Question | Contact |
|---|---|
| Points that are missing, your balance, your card, or the rate | your bank, at the number on your card |
| Seats, tickets, parking, benefits, or donor levels | the school’s ticket office or foundation |
| A gift, a receipt, or signing in to ${brand} | [help@points.example](mailto:help@points.example) |
| Your personal data | [privacy@points.example](mailto:privacy@points.example) |
| A security problem that you’ve found | [security@points.example](mailto:security@points.example) |
| Offering this to your customers, or your school | [partners@points.example](mailto:partners@points.example) |

Many answers are on the [help page](/help).

## When you write to us

Please include the confirmation number of your gift, its date and amount, and the school. Write from the email address
that you sign in with.

**Never send us your password, a code from your authenticator app, a recovery code, or a card number.** We’ll never ask for
them.
`,
};
