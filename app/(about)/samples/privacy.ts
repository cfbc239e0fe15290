/** Sample: what this product stores, why, for how long, and who receives what. */
export const privacySample = (brand: string) => `# Privacy

${brand} turns credit-card points into gifts to university athletic foundations. To do that, we work with your bank, which
sends us your details, and with the school’s ticketing system, which receives your gift. This page says what we store, why,
and who sees it.

We don’t sell data, we don’t show ads, and we don’t use trackers. We never ask for your card number, and we don’t know how
many points you have: your bank does.

## What we store

| What | What for |
|---|---|
| Your name, your email address, and your bank’s ID for you, from your bank when it links your rewards account | showing you your gifts, and sending receipts |
| Your phone number, the school and fund you prefer, the schools you follow, and your email choices | your profile |
| Your gifts: amount, points, school, fund, your note, dates, and status | delivering the gift, and proving it later |
| Receipts and year-end statements | your taxes, and the foundation’s books |
| A hash of your password, and the key of your authenticator app, encrypted | signing you in |
| Where you’re signed in: the browser, the times, and a keyed hash of the network | showing you your sessions, and noticing misuse |
| Emails that we’ve sent you | delivery, and questions about it |

## Who receives it

- **The school’s ticketing system** receives what it needs to credit your gift: your email address, so that it finds your
  fan account; the amount, the fund, and the points you used; your bank’s reference; your rewards program; and the note that
  you wrote for the school.
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
devices there. For a copy of your data, a correction, or a deletion, [contact us](/contact). Your bank can unlink your
rewards account at any time; your past gifts and receipts stay available to you.

## How we protect it

Everything travels encrypted. Passwords are stored only as hashes, and the keys of authenticator apps are encrypted. No
bank can see another bank’s customers. We recommend [two-step sign-in](/help#signing-in).
`;
