/** Gifts as the portal shows them: each with how its school looks. */
import type { Gift } from "#components/giving/gift-card.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { findSchoolLook, readSchoolLooks } from "#lib/schools/looks.ts";

/** Without a look only if the school was deleted, which its donations prevent. */
export async function giftsOf(donations: CardholderDonation[]): Promise<Gift[]> {
  const looks = await readSchoolLooks();
  const gifts = donations.map(async (donation) => {
    const { school_id, school_name: name } = donation;
    const look = looks.get(school_id) ?? (await findSchoolLook(school_id));
    return { donation, school: look ?? { school_id, name, monogram: "", colors: [] } };
  });
  return Promise.all(gifts);
}
