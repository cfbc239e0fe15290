/** Sample: answers to what people ask. */
export const helpSample = (brand: string) => `# Help

## How your points become a gift

1. You pick a school and an amount. You see the points it takes, and the rate, before you give.
2. We send your gift to the school’s ticketing system, which finds you as a fan by your email address.
3. The school confirms it with a number. That number is on your ticket and on your receipt.
4. Your bank converts your points, and the athletic foundation receives the dollars.

${brand} holds neither your points nor your money.

## How long it takes

Most schools confirm within a few minutes. Your gift shows **On its way** until then, and **Confirmed** once the school has
answered. You don’t have to wait on the page: you’ll find every gift under [Gifts](/donations).

If a school’s system is down, we keep retrying automatically, for as long as it takes. Your gift is never given twice, and
you don’t have to submit it again.

## When you get your points back

If the school can’t accept a gift, it shows **Not accepted**. We let your bank know right away, so that your points can be
returned. When they show up in your balance is up to your bank: ask there if they don’t.

A confirmed gift can’t be canceled here. If you made a mistake, such as the wrong school or amount, [contact us](/contact)
soon.

## Receipts and taxes

Once a gift is confirmed, its receipt is on the gift’s page and in your email. It’s a letter from the foundation that
received the gift, with its tax number, and its date is the foundation’s date. You can download it as a PDF at any time and
email it again, also to another address. Under [Gifts](/donations) there’s a statement for each year.

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
- **Two-step sign-in** protects your account even if somebody learns your password. Turn it on in
  [Settings](/settings#two-step). You need an authenticator app on your phone.
- **Lost your phone?** Choose “Use a recovery code instead” when you’re asked for a code. Each recovery code works once. If
  you’ve lost those too, [contact us](/contact).
- **Signed in somewhere you don’t know?** End that session in [Settings](/settings#sessions), and change your password.

## Giving in your bank’s app

Your bank may show our donation screen in its own app, in its own colors. Nothing is given until you confirm. You don’t need
a password there, since your bank has signed you in. If the screen has timed out, your points weren’t used: start again
from your bank’s app. Gifts that you make there show up here too once you sign in with the same email address.

## More than one bank

If several banks know you by the same email address, you’ll see all your gifts together here. Each bank still sees only the
gifts made with its own points.

## Whom to ask

| About | Ask |
|---|---|
| Your points, your balance, and the rate | your bank |
| Seats, tickets, benefits, and donor levels | the school’s ticket office or foundation |
| The status of a gift, a receipt, or signing in | [us](/contact) |
`;
