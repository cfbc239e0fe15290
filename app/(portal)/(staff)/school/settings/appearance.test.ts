import { beforeEach, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { readAppearance, readability } from "#lib/schools/appearance.ts";
import { directoryFile, importSchools } from "#lib/schools/directory.ts";
import { findMark } from "#lib/schools/mark.ts";
import { system } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";

const change = "/school/settings/appearance";
const uploadMark = "/school/settings/mark";
const removeMark = "/school/settings/remove-mark";

let admin: Awaited<ReturnType<typeof makeMember<"school">>>;

beforeEach(async () => {
  jar.clear();
  admin = await makeMember(await makeSchoolTenant(), "admin");
  await signInBrowser({ cardholderId: admin.cardholderId, familyId: admin.scope.familyId });
});

const post = (form: string, fields: Record<string, string | File>) =>
  postForm(form, admin.scope, fields);
const saved = async () => (await readAppearance(admin.scope)).chosen;
const shown = async () => ({ shown: (await readAppearance(admin.scope)).version });

const FORM = { description: "We  help.", motif: "court", color: " BA0C2F", secondColor: "#abc" };
const SAVED = { ...FORM, description: "We help.", color: "#ba0c2f", secondColor: "#aabbcc" };

it("is changed, and an import leaves it as it is from then on", async () => {
  const { schoolId } = admin.scope;
  const listed = (nickname: string, colors: string[]) =>
    directoryFile.parse({
      schools: [
        {
          school_id: schoolId,
          name: "x",
          university: "x",
          nickname,
          city: "x",
          state: "OH",
          conference: "x",
          foundation_name: "Fund",
          colors,
          motif: "arcs",
          time_zone: "America/New_York",
          minimum_donation_usd: 5,
          funds: [{ fund_id: "f", name: "F", description: "", deductibility: "full" }],
        },
      ],
    });
  await importSchools(system, listed("a", ["#111111"]));
  expect(await saved()).toMatchObject({ color: "#111111", motif: "arcs", description: null });
  const stale = await shown();
  expect((await post(change, { ...FORM, ...stale })).search).toBe("?done=appearance");
  expect(await saved()).toEqual(SAVED);
  await importSchools(system, listed("b", ["#222222"]));
  expect(await saved()).toEqual(SAVED);
  expect(await db().school.findUnique({ where: { id: schoolId } })).toMatchObject({
    nickname: "b",
  });
  const late = await stateAt(await post(change, { ...FORM, motif: "arcs", ...stale }));
  expect(late?.errors).toHaveProperty("shown");
  expect(await saved()).toEqual(SAVED);
});

it("comes back with an error at each wrong field", async () => {
  const wrong = { description: "x".repeat(501), motif: "x", color: "red", secondColor: "url(x)" };
  const state = await stateAt(await post(change, { ...wrong, ...(await shown()) }));
  expect(Object.keys(state?.errors ?? {}).sort()).toEqual(Object.keys(wrong).sort());
});

it("is readable in any two colors", () => {
  const steps = ["00", "55", "80", "aa", "ff"];
  const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
  const failing = colors.flatMap((color, n) => {
    const secondColor = colors[(n * 7 + 3) % colors.length] ?? null;
    const { main, second } = readability({ color, secondColor });
    return main.isReadable && second.isReadable ? [] : [[color, secondColor]];
  });
  expect(failing).toEqual([]);
});

it("has a mark once its team says that it's licensed", async () => {
  const { schoolId } = admin.scope;
  const file = (content: string) => new File([content], "mark.svg", { type: "image/svg+xml" });
  const shapes = file('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9V9Z"/></svg>');
  const errorsOf = async (fields: Record<string, string | File>) =>
    (await stateAt(await post(uploadMark, { form: "mark", ...fields })))?.errors;
  expect(await errorsOf({ mark: shapes })).toHaveProperty("licensed");
  const licensed = { licensed: "on" };
  expect(await errorsOf(licensed)).toEqual({ mark: "Choose an SVG or PNG file." });
  const script = file("<svg><script>1</script></svg>");
  expect((await errorsOf({ ...licensed, mark: script }))?.mark).toContain("only shapes");
  const large = file("x".repeat(40_000));
  expect((await errorsOf({ ...licensed, mark: large }))?.mark).toContain("32 KiB");
  const huge = await post(uploadMark, { ...licensed, mark: file("x".repeat(400_000)) });
  expect(huge.pathname).toBe("400");
  expect(await findMark(schoolId)).toBeNull();
  expect((await post(uploadMark, { ...licensed, mark: shapes })).search).toBe("?done=mark");
  expect((await findMark(schoolId))?.type).toBe("image/svg+xml");
  expect((await post(removeMark, {})).search).toBe("?done=no-mark");
  expect(await findMark(schoolId)).toBeNull();
});
