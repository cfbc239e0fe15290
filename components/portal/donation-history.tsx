import { type Gift, GiftCards } from "#components/giving/gift-card.tsx";

type Month = { key: string; title: string; gifts: Gift[] };

/** Groups gifts by month in the reader's zone; the list is already sorted. */
function monthsOf(gifts: Gift[], timeZone: string): Month[] {
  const title = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone });
  const months: Month[] = [];
  for (const gift of gifts) {
    const { created_at, donation_id } = gift.donation;
    const name = title.format(new Date(created_at));
    const last = months.at(-1);
    if (last?.title === name) last.gifts.push(gift);
    else months.push({ key: donation_id, title: name, gifts: [gift] });
  }
  return months;
}

/** A cardholder's gifts by month, newest first. */
export function DonationHistory({
  gifts,
  timeZone,
  now,
}: {
  gifts: Gift[];
  timeZone: string;
  now: string;
}) {
  return monthsOf(gifts, timeZone).map((month) => (
    <section key={month.key} aria-labelledby={month.key} className="mt-4">
      <h2 id={month.key} className="display mb-1.5 text-d28">
        {month.title}
      </h2>
      <GiftCards gifts={month.gifts} now={now} />
    </section>
  ));
}
