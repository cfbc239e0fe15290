/** Takes the sign-in form, with JavaScript or without. */
import { isFromOurPage, refuseForeignForm, seeOther } from "#app/same-origin.ts";
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
  const answer = await callNextAuth(["callback", "credentials"], { email, password });
  if (answer.cookies.length > 0) return seeOther(next, [...answer.cookies, forgetEmail()]);
  return again(answer.location.includes("CredentialsSignin") ? "mismatch" : "unavailable");
}
