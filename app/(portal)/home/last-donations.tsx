import { type Gift, GiftCards } from "#components/giving/gift-card.tsx";
import { Section } from "#components/ui/page.tsx";

/** The last few gifts as tickets, and a link to the others. */
export function LastDonations({ gifts, total }: { gifts: Gift[]; total: number }) {
  return (
    <Section id="donations" title={total === 1 ? "Your ticket" : "Your tickets"}>
      <GiftCards gifts={gifts} now={new Date().toISOString()} />
      <p className="mt-2">
        <a href="/donations" className="link-alone">
          {total === 1 ? "Your gift" : `All ${total.toLocaleString("en-US")} gifts`}
        </a>
      </p>
    </Section>
  );
}
