/** What a new sandbox holds: the schools, two demonstration banks and a history that adds up. */
import { db, transaction } from "#lib/db.ts";
import { toCents } from "#lib/money.ts";
import { fold } from "#lib/text.ts";
import { sealedConfig } from "#lib/ticketing/config.ts";
import data from "./data/schools.json" with { type: "json" };
import { ensureDemo } from "./demo.ts";

/** Any number that only seeding uses: two first starts on one database must not both seed. */
const SEED_LOCK = 7_031_990_002;

/** The row of a school, with the texts that sorting and searching use. */
function schoolRow(school: (typeof data.schools)[number]) {
  return {
    id: school.school_id,
    name: school.name,
    university: school.university,
    nickname: school.nickname,
    city: school.city,
    state: school.state,
    conference: school.conference,
    websiteUrl: school.website_url,
    description: school.description,
    foundationName: school.foundation_name,
    timeZone: school.time_zone,
    colors: school.colors,
    minimumDonationCents: toCents(school.minimum_donation_usd),
    sortKey: fold(school.name),
    // One per line, so that no search matches across two of them.
    searchText: fold([school.name, school.university, school.nickname, school.city].join("\n")),
  };
}

function fundRows(school: (typeof data.schools)[number]) {
  return school.funds.map((fund, position) => ({
    schoolId: school.school_id,
    fundId: fund.fund_id,
    name: fund.name,
    description: fund.description,
    deductibility: fund.deductibility,
    goodFaithValueCents:
      "good_faith_value_usd" in fund && fund.good_faith_value_usd != null
        ? toCents(fund.good_faith_value_usd)
        : null,
    position,
  }));
}

async function seedSchools(): Promise<void> {
  await db().$transaction([
    db().school.createMany({ data: data.schools.map(schoolRow) }),
    db().fund.createMany({ data: data.schools.flatMap(fundRows) }),
    db().platformConfig.createMany({
      data: data.schools.map(({ school_id: id }) =>
        sealedConfig(id, "stub", { houseAccountId: `house-${id}` }),
      ),
    }),
  ]);
}

/**
 * Seeds a sandbox's empty database; one that holds schools is left as it is.
 * @param dataDir where the demonstration's key and password are kept for the person who started it
 */
export async function seedSandbox(
  dataDir: string,
  progress: (line: string) => void,
): Promise<void> {
  await transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [SEED_LOCK]);
    if ((await db().school.count()) === 0) {
      progress(`Seeding ${data.schools.length} schools and the demonstration…`);
      await seedSchools();
    }
    await ensureDemo(dataDir);
  });
}
