/** Takes the sign-in form, with JavaScript or without. */
import { isFromOurPage, refuseForeignForm, seeOther } from "#app/same-origin.ts";
import { CLIENT_ADDRESS, callerOf } from "#lib/http/public.ts";
import { returnPath } from "../../return-path.ts";
import { callNextAuth } from "../in-process.ts";
import type { Problem } from "../problems.ts";
import { forgetEmail, rememberEmail } from "../remembered-email.ts";

const LARGEST_FORM = 16 * 1024;

async function readForm(request: Request): Promise<URLSearchParams | null> {
  const size = Number(request.headers.get("content-length") ?? Number.NaN);
  const type = request.headers.get("content-type") ?? "";
  if (!(size <= LARGEST_FORM) || !type.startsWith("application/x-www-form-urlencoded")) return null;
  return new URLSearchParams(await request.text());
}

function missingIn(email: string, password: string): Problem | null {
  if (!email && !password) return "both";
  if (!email) return "email";
  return password ? null : "password";
}

/** What limits and the list of sessions need to know of the browser. */
function callerHeaders(request: Request): Record<string, string> {
  const { address, userAgent } = callerOf(request.headers);
  return { [CLIENT_ADDRESS]: address, ...(userAgent ? { "user-agent": userAgent } : {}) };
}

/** Which refusal next-auth's answer names in its address. */
function problemOf(location: string): Problem {
  const error = new URL(location, "http://here").searchParams.get("error");
  if (error === "CredentialsSignin") return "mismatch";
  if (error === "RATE_LIMITED") return "limited";
  return error === "MFA_REQUIRED" || error === "MFA_INVALID" ? "code" : "unavailable";
}

export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPage(request.headers)) return refuseForeignForm();
  const form = await readForm(request);
  if (!form) return new Response(null, { status: 400 });
  const email = (form.get("email") ?? "").trim();
  const password = form.get("password") ?? "";
  const next = returnPath(form.get("next"));
  const again = (problem: Problem) =>
    seeOther(`/signin?${new URLSearchParams({ problem, next })}`, [rememberEmail(email)]);

  const missing = missingIn(email, password);
  if (missing) return again(missing);
  // Left out where the form has none: a second factor is asked for once the password was right.
  const code = form.get("mfa_code");
  const fields = { email, password, ...(code ? { mfa_code: code } : {}) };
  const caller = callerHeaders(request);
  const answer = await callNextAuth(["callback", "credentials"], fields, {}, caller);
  if (answer.cookies.length > 0) return seeOther(next, [...answer.cookies, forgetEmail()]);
  return again(problemOf(answer.location));
}
