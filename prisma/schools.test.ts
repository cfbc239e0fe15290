import { expect, it } from "vitest";
import { fold } from "#lib/text.ts";
import data from "./data/schools.json" with { type: "json" };

const { schools } = data;

/** In the order of the file. */
const MONOGRAMS = `
  BC CAL CLEM DUKE FSU GT LOU MIA NCSU UNC PITT SMU STAN CUSE UVA VT WAKE ILL IU IOWA UMD MICH MSU MINN NEB
  NU OSU ORE PSU PUR RU UCLA USC UW WIS ALA ARK AUB UF UGA UK LSU MSST MIZ OU MISS SC TENN TEX TAMU VU ARIZ
  ASU BAY BYU CIN COLO HOU ISU KU KSU OKST TCU TTU UCF UTAH WVU ARMY CLT ECU FAU MEM NAVY UNT RICE USF TEM
  TULN TLSA UAB UTSA DEL FIU JSU KENN LIB LT MTSU MOST NMSU SHSU UTEP WKU AKR BALL BGSU UB CMU EMU KENT MASS
  MU NIU OHIO TOL WMU AFA BSU CSU FRES HAW NEV UNM SDSU SJSU UNLV USU WYO APP ARST CCU GASO GSU JMU UL MRSH
  ODU USA USM TXST TROY ULM ORST WSU ND CONN`;

it("has a unique monogram for every school", () => {
  const monograms = schools.map(({ monogram }) => monogram);
  expect(monograms).toEqual(MONOGRAMS.trim().split(/\s+/));
  expect(new Set(monograms).size).toBe(136);
  expect(monograms.filter((monogram) => !/^[A-Z]{2,4}$/.test(monogram))).toEqual([]);
});

it.each(schools)(
  "writes the aliases of $name in lower case, each once, and at most six",
  (school) => {
    const { aliases, name, university, nickname, city, monogram } = school;
    expect(aliases.length).toBeLessThanOrEqual(6);
    const known = [name, university, nickname, city, monogram].map(fold);
    for (const alias of aliases) {
      expect(alias).toMatch(/^[a-z0-9]+([ -][a-z0-9]+)*$/);
      expect(known, "this is one of its names already").not.toContain(alias);
    }
    expect(new Set(aliases).size).toBe(aliases.length);
  },
);

/** Otherwise a search for one school would also find the other. */
it("has no alias that contains another school's name, except where unavoidable", () => {
  const names = schools.map(({ school_id: id, name }) => ({ id, name: fold(name) }));
  const found = schools.flatMap(({ school_id: id, aliases, ...own }) =>
    aliases.flatMap((alias) =>
      names
        .filter((other) => other.id !== id && alias.includes(other.name))
        .filter((other) => !fold(`${own.name} ${own.university} ${own.city}`).includes(other.name))
        .map((other) => `${alias}: ${other.id}`),
    ),
  );
  expect(found).toEqual([
    "miami florida: florida",
    "usc: usc",
    "miami ohio: ohio",
    "miami of ohio: ohio",
    "go dukes: duke",
    "duke dog: duke",
  ]);
});
