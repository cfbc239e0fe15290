/** The steps of the flow: maps a request to the next page. */
import { toFormErrors } from "#app/forms/form-errors.ts";
import { collectErrors } from "#app/giving/collect-errors.ts";
import { embedDonationRequest } from "#lib/embed/contract.ts";
import { confirmInSession, draftInSession, findAllowance, lockedIn } from "#lib/embed/giving.ts";
import { type EmbedSession, readEmbedSession } from "#lib/embed/sessions.ts";
import { env } from "#lib/env.ts";
import { InvalidInput, ServiceError } from "#lib/errors.ts";
import { mostOf } from "#lib/giving/allowance.ts";
import { firstFund } from "#lib/giving/funds.ts";
import { bankMessage, givingMessages } from "#lib/giving/messages.ts";
import { checkBody } from "#lib/http/request.ts";
import type { Cents } from "#lib/money.ts";
import { getSchool as contract, type SchoolDetail } from "#lib/schools/contract.ts";
import { getSchool } from "#lib/schools/queries.ts";
import { closedPage, donationPage, endedPage } from "./ended-pages.tsx";
import type { FlowRequest } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";
import { requestOf } from "./form-values.ts";
import { fundDefaultsFor } from "./fund-defaults.ts";
import { giveStep } from "./give-step.tsx";
import { reviewStep } from "./review-step.tsx";
import { schoolStep } from "./school-step.tsx";

async function findSchool(id: string | null): Promise<SchoolDetail | null> {
  const { data } = contract.params?.safeParse({ school_id: id }) ?? {};
  if (!data) return null;
  return getSchool(data.school_id).catch((error) => {
    if (error instanceof ServiceError && error.code === "SCHOOL_NOT_FOUND") return null;
    throw error;
  });
}

/** Error messages by field; those of locked fields are shown on top. */
function tellAtFields(
  thrown: unknown,
  school: SchoolDetail,
  session: EmbedSession,
  maxCents: Cents,
) {
  const messages = givingMessages({ ...school, maxCents });
  const { dollar_amount, school_id, service_user_id, ...rest } = toFormErrors(thrown, messages);
  const place = lockedIn(session).dollar_amount === undefined ? "dollar_amount" : "";
  const general = service_user_id ?? school_id;
  return {
    ...(general ? { "": general } : {}),
    ...(dollar_amount ? { [place]: dollar_amount } : {}),
    ...rest,
  };
}

const draft = async (session: EmbedSession, input: object) =>
  draftInSession(session, checkBody(embedDonationRequest, input));

/** Back to the form, with all errors. */
async function refused(
  flowRequest: FlowRequest,
  school: SchoolDetail,
  input: object,
  thrown: unknown,
): Promise<FlowResponse> {
  if (!(thrown instanceof InvalidInput)) throw thrown;
  if (thrown.violations.some(({ loc }) => loc.at(-1) === "service_user_id")) {
    const sessionState = await readEmbedSession(flowRequest.token);
    if (sessionState.state !== "open") return endedPage(sessionState);
  }
  const { session } = flowRequest;
  const maxCents = mostOf(env().maxDonationCents, await findAllowance(session));
  const tell = (refusal: unknown) => tellAtFields(refusal, school, session, maxCents);
  const look = (other: object) => draft(session, other);
  return giveStep(flowRequest, school, await collectErrors(thrown, input, look, tell));
}

/** Reviews what was entered or, once confirmed, submits it. */
async function continueFlow(
  flowRequest: FlowRequest,
  school: SchoolDetail,
  isYes: boolean,
): Promise<FlowResponse> {
  const { session, entered, fields } = flowRequest;
  const fund = entered.fund ?? firstFund(school, fundDefaultsFor(session, school));
  const input = requestOf(entered, fund, session);
  try {
    if (!isYes) return await reviewStep(flowRequest, school, await draft(session, input));
    const request = checkBody(embedDonationRequest, input);
    const outcome = await confirmInSession(
      session,
      request,
      Number(fields.get("points") ?? Number.NaN),
    );
    if ("donation" in outcome) return await donationPage(session, outcome.donation, outcome.isNew);
    const hasRateChanged = fields.has("points");
    return await reviewStep(flowRequest, school, await draft(session, input), { hasRateChanged });
  } catch (thrown) {
    const problem = bankMessage(thrown);
    if (!problem) return refused(flowRequest, school, input, thrown);
    return draft(session, input).then(
      (drafted) => reviewStep(flowRequest, school, drafted, { problem }),
      // It would be refused by now.
      (since) => refused(flowRequest, school, input, since),
    );
  }
}

/** The next page of an open session. */
export async function nextPage(flowRequest: FlowRequest): Promise<FlowResponse> {
  const { session, fields, entered } = flowRequest;
  const doing = fields.get("do") ?? "form";
  const locked = lockedIn(session).school_id;
  if (doing === "schools" && locked === undefined) return schoolStep(flowRequest);
  const school = await findSchool(locked ?? entered.schoolId);
  if (!school?.active) {
    if (locked !== undefined) return closedPage(session);
    return schoolStep(
      flowRequest,
      school && `${school.name} isn’t accepting gifts right now. Choose another school.`,
    );
  }
  if (doing === "review" || doing === "give")
    return continueFlow(flowRequest, school, doing === "give");
  return giveStep(flowRequest, school);
}
