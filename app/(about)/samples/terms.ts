/** Sample: the rules of giving, in plain words. */
export const termsSample = (brand: string) => `# Terms

These terms apply when you give through ${brand}, on this website or in your bank’s app.

## What we do

We take your instruction to turn points into a gift and deliver it to the school’s ticketing system. Your bank holds and
converts your points. The athletic foundation of the school receives the dollars. We hold neither your points nor your
money, and we aren’t a bank, a charity, or part of any school.

## Your gift

- You see the dollars, the points, and the rate before you give. What you confirm is what’s given.
- Each school sets a minimum gift. There’s also a maximum for a single gift.
- A gift is complete when the school confirms it. Until then it’s on its way, and we keep trying until the school answers.
- If the school doesn’t accept a gift, we tell your bank, so that your points can be returned.
- A confirmed gift can’t be undone here. If something went wrong, [contact us](/contact), and we’ll ask the foundation.
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
for a while. Your gift isn’t lost when that happens: it’s delivered later, or your points aren’t used.

## Names

School names belong to the schools. Their use here means that a gift can go to their foundations, and nothing more.

## Changes and questions

If we change these terms, we’ll say so here before the change applies. Questions? [Contact us](/contact).
`;
