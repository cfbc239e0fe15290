/** The steps of the flow: maps each request to the next page. */
import { findSchool, type ShownSchool } from "#app/find-schools.ts";
import { maxCentsFor } from "#app/giving/form.ts";
import { bankMessage, collectErrors } from "#app/giving/refusals.ts";
import { embedDonationRequest } from "#lib/embed/contract.ts";
import {
  confirmInSession,
  draftInSession,
  findAllowance,
  lockedFields,
} from "#lib/embed/giving.ts";
import { type EmbedSession, readEmbedSession } from "#lib/embed/sessions.ts";
import { InvalidInput } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";
import { closedPage, donationPage, endedPage } from "./ended-pages.tsx";
import { type FlowRequest, sessionRequest } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";
import { giveStep } from "./give-step.tsx";
import { reviewStep } from "./review-step.tsx";
import { schoolStep } from "./school-step.tsx";

const draft = async (session: EmbedSession, input: object) =>
  draftInSession(session, checkBody(embedDonationRequest, input));

/** The form with all of its errors. */
async function rejected(
  flowRequest: FlowRequest,
  school: ShownSchool,
  input: object,
  thrown: unknown,
): Promise<FlowResponse> {
  if (!(thrown instanceof InvalidInput)) throw thrown;
  if (thrown.violations.some(({ loc }) => loc.at(-1) === "service_user_id")) {
    const sessionState = await readEmbedSession(flowRequest.token);
    if (sessionState.state !== "open") return endedPage(sessionState);
  }
  const { session } = flowRequest;
  const limits = {
    school,
    maxCents: maxCentsFor(await findAllowance(session)),
    isAmountLocked: lockedFields(session).dollar_amount !== undefined,
  };
  const validate = (other: object) => draft(session, other);
  return giveStep(flowRequest, school, await collectErrors(thrown, input, validate, limits));
}

/** Reviews the input or, once confirmed, submits it. */
async function continueFlow(
  flowRequest: FlowRequest,
  school: ShownSchool,
  isConfirmed: boolean,
): Promise<FlowResponse> {
  const { session, entered, fields } = flowRequest;
  const input = sessionRequest(session, entered, school);
  try {
    if (!isConfirmed) return reviewStep(flowRequest, school, await draft(session, input));
    const request = checkBody(embedDonationRequest, input);
    const result = await confirmInSession(
      session,
      request,
      Number(fields.get("points") ?? Number.NaN),
    );
    if ("donation" in result) return await donationPage(session, result.donation, result.isNew);
    const hasRateChanged = fields.has("points");
    return reviewStep(flowRequest, school, await draft(session, input), { hasRateChanged });
  } catch (thrown) {
    const problem = bankMessage(thrown);
    if (!problem) return rejected(flowRequest, school, input, thrown);
    return draft(session, input).then(
      (drafted) => reviewStep(flowRequest, school, drafted, { problem }),
      // The draft has become invalid in the meantime.
      (error) => rejected(flowRequest, school, input, error),
    );
  }
}

/** The next page of an open session. */
export async function nextPage(flowRequest: FlowRequest): Promise<FlowResponse> {
  const { session, fields, entered } = flowRequest;
  const action = fields.get("do") ?? "form";
  const locked = lockedFields(session).school_id;
  if (action === "schools" && locked === undefined) return schoolStep(flowRequest);
  const school = await findSchool(locked ?? entered.schoolId ?? "");
  if (!school?.active) {
    if (locked !== undefined) return closedPage(session);
    return schoolStep(
      flowRequest,
      school && `${school.name} isn’t accepting gifts right now. Choose another school.`,
    );
  }
  if (action === "review" || action === "give")
    return continueFlow(flowRequest, school, action === "give");
  return giveStep(flowRequest, school);
}
