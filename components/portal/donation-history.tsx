import { type Gift, GiftCards } from "#components/giving/gift-card.tsx";

type Year = { key: string; title: string; gifts: Gift[] };

/** Groups gifts by year in the reader's zone; the list is already sorted. */
function yearsOf(gifts: Gift[], timeZone: string): Year[] {
  const title = new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone });
  const years: Year[] = [];
  for (const gift of gifts) {
    const { created_at, donation_id } = gift.donation;
    const name = title.format(new Date(created_at));
    const last = years.at(-1);
    if (last?.title === name) last.gifts.push(gift);
    else years.push({ key: donation_id, title: name, gifts: [gift] });
  }
  return years;
}

/** A cardholder's gifts by year, newest first. */
export function DonationHistory({
  gifts,
  timeZone,
  now,
}: {
  gifts: Gift[];
  timeZone: string;
  now: string;
}) {
  return yearsOf(gifts, timeZone).map((year) => (
    <section key={year.key} aria-labelledby={year.key} className="mt-4">
      <h2 id={year.key} className="display mb-1.5 text-d28">
        {year.title}
      </h2>
      <GiftCards gifts={year.gifts} now={now} />
    </section>
  ));
}
