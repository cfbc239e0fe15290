/** next-auth's own endpoints. test/process/next-auth-input.ts lists what is rejected, and why. */
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { isDatabaseReachable } from "#lib/database/availability.ts";
import { type ErrorCode, ServiceError } from "#lib/errors.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { failure } from "#lib/http/responses.ts";
import { authOptions } from "../options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handler(request: NextRequest, context: Context): Promise<Response> {
  const reject = (code: ErrorCode) => failure(new ServiceError(code), requestIdFor(request));
  // This endpoint would let anyone write to our log.
  if ((await context.params).nextauth[0] === "_log") return reject("NOT_FOUND");
  // next-auth would take the outage for an ended session and delete its cookie.
  if (!(await isDatabaseReachable())) return reject("SERVICE_UNAVAILABLE");
  const options = authOptions();
  // next-auth throws or returns a 500 for malformed input. It handles errors in our callbacks itself.
  const response: Response | null = await NextAuth(request, context, options).catch(() => null);
  const isHandled = response && (response.status < 400 || response.status === 401);
  return isHandled ? response : reject("BAD_REQUEST");
}

export { handler as GET, handler as POST };
