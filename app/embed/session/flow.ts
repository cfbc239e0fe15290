/** The way through the flow: from what was asked for to the page that comes next. */
import { tellErrors, type Words } from "#app/forms/refusals.ts";
import { amountWordsOf, FUND_WORDS, MESSAGE_WORDS } from "#app/giving/donation-words.ts";
import { tellAll } from "#app/giving/tell-all.ts";
import { embedDonationRequest } from "#lib/embed/contract.ts";
import { draftInSession, giveInSession, lockedIn } from "#lib/embed/donations.ts";
import { type EmbedSession, readEmbedSession } from "#lib/embed/sessions.ts";
import { InvalidInput, ServiceError } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";
import { getSchool as contract, type SchoolDetail } from "#lib/schools/contract.ts";
import { getSchool } from "#lib/schools/queries.ts";
import type { Answer } from "./answer.tsx";
import { closedPage, endedPage, madePage } from "./ended-pages.tsx";
import { requestOf } from "./entered.ts";
import { fundOf } from "./funds.ts";
import { giveStep } from "./give-step.tsx";
import { reviewStep } from "./review-step.tsx";
import { schoolStep } from "./school-step.tsx";
import type { Visit } from "./visit.ts";

async function findSchool(id: string | null): Promise<SchoolDetail | null> {
  const { data } = contract.params?.safeParse({ school_id: id }) ?? {};
  if (!data) return null;
  return getSchool(data.school_id).catch((error) => {
    if (error instanceof ServiceError && error.code === "SCHOOL_NOT_FOUND") return null;
    throw error;
  });
}

const wordsFor = (school: SchoolDetail): Words => ({
  dollar_amount: {
    ...amountWordsOf(school),
    missing: "Choose an amount, or enter your own, such as 25.50.",
  },
  fund_designation: FUND_WORDS,
  cardholder_message: MESSAGE_WORDS,
  school_id: `${school.name} takes no donations now.`,
});

/** What to tell, at the field that it is about; of what cannot be changed, on top. */
function tellAtFields(thrown: unknown, school: SchoolDetail, session: EmbedSession) {
  const { dollar_amount, school_id, ...rest } = tellErrors(thrown, wordsFor(school));
  const place = lockedIn(session).dollar_amount === undefined ? "own_amount" : "";
  return {
    ...(school_id ? { "": school_id } : {}),
    ...(dollar_amount ? { [place]: dollar_amount } : {}),
    ...rest,
  };
}

const draft = async (session: EmbedSession, asked: object) =>
  draftInSession(session, checkBody(embedDonationRequest, asked));

/** Back to the form, with all that is wrong. */
async function refused(
  visit: Visit,
  school: SchoolDetail,
  asked: object,
  thrown: unknown,
): Promise<Answer> {
  if (!(thrown instanceof InvalidInput)) throw thrown;
  if (thrown.violations.some(({ loc }) => loc.at(-1) === "service_user_id")) {
    const standing = await readEmbedSession(visit.token);
    if (standing.state !== "open") return endedPage(standing);
  }
  const tell = (refusal: unknown) => tellAtFields(refusal, school, visit.session);
  const look = (other: object) => draft(visit.session, other);
  return giveStep(visit, school, await tellAll(thrown, asked, look, tell));
}

/** Looks over what was entered; with a yes, gives it. */
async function goOn(visit: Visit, school: SchoolDetail, isYes: boolean): Promise<Answer> {
  const { session, entered, fields } = visit;
  const asked = requestOf(entered, fundOf(school, session, entered.fund), session);
  try {
    if (!isYes) return reviewStep(visit, school, await draft(session, asked));
    const request = checkBody(embedDonationRequest, asked);
    const outcome = await giveInSession(
      session,
      request,
      Number(fields.get("points") ?? Number.NaN),
    );
    if ("donation" in outcome) return madePage(session, outcome.donation, outcome.isNew);
    return reviewStep(visit, school, outcome.redrafted, fields.has("points"));
  } catch (thrown) {
    return refused(visit, school, asked, thrown);
  }
}

/** The page that comes next for somebody who may give. */
export async function nextPage(visit: Visit): Promise<Answer> {
  const { session, fields, entered } = visit;
  const doing = fields.get("do") ?? "form";
  const locked = lockedIn(session).school_id;
  if (doing === "schools" && locked === undefined) return schoolStep(visit);
  const school = await findSchool(locked ?? entered.schoolId);
  if (!school?.active) {
    if (locked !== undefined) return closedPage(session, school);
    return schoolStep(visit, school && `${school.name} takes no donations now. Choose another.`);
  }
  if (doing === "review" || doing === "give") return goOn(visit, school, doing === "give");
  return giveStep(visit, school);
}
