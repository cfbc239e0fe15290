/** next-auth's own endpoints. What is refused here, and why: test/process/next-auth-input.ts. */
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { databaseAnswers } from "#lib/database/availability.ts";
import { type ErrorCode, ServiceError } from "#lib/errors.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { failure } from "#lib/http/responses.ts";
import { authOptions } from "../options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handler(request: NextRequest, context: Context): Promise<Response> {
  const refuse = (code: ErrorCode) => failure(new ServiceError(code), requestIdFor(request));
  // It would let anybody write into our log.
  if ((await context.params).nextauth[0] === "_log") return refuse("NOT_FOUND");
  // It would take a failure for the end of a session, and delete its cookie.
  if (!(await databaseAnswers())) return refuse("SERVICE_UNAVAILABLE");
  const options = authOptions();
  // It throws at what it can't read, or calls it a fault of its own. Errors in our callbacks stay in it.
  const answer: Response | null = await NextAuth(request, context, options).catch(() => null);
  const isAnswered = answer && (answer.status < 400 || answer.status === 401);
  return isAnswered ? answer : refuse("BAD_REQUEST");
}

export { handler as GET, handler as POST };
