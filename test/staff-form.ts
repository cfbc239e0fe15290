/** Submits the forms of teams' pages. */
import { CONTEXT_FIELD } from "#app/forms/form-route.ts";
import { readFormState } from "#app/forms/form-state.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import { env } from "#lib/env.ts";

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** Posts a form. Fields that are a file make it `multipart/form-data`. @returns where it leads */
export async function postForm(
  handler: Handler,
  { tenant }: StaffScope,
  fields: Record<string, string | File | undefined>,
  params: Record<string, string> = {},
): Promise<URL> {
  const all = Object.entries({ [CONTEXT_FIELD]: tenant, ...fields }).flatMap(
    ([name, value]): [string, string | File][] => (value === undefined ? [] : [[name, value]]),
  );
  const isText = all.every(([, value]) => typeof value === "string");
  const data = isText ? new URLSearchParams(all as [string, string][]) : new FormData();
  if (data instanceof FormData) for (const [name, value] of all) data.append(name, value);
  const encoded = new Request(env().publicBaseUrl, { method: "POST", body: data });
  const body = await encoded.arrayBuffer();
  const headers = {
    "Content-Type": encoded.headers.get("content-type") ?? "",
    "Content-Length": String(body.byteLength),
    Origin: env().publicBaseUrl,
  };
  const request = new Request(env().publicBaseUrl, { method: "POST", headers, body });
  const answer = await handler(request, { params: Promise.resolve(params) });
  return new URL(answer.headers.get("location") ?? `about:${answer.status}`, env().publicBaseUrl);
}

/** The state of a form that came back. */
export const stateAt = (url: URL) => readFormState(Object.fromEntries(url.searchParams));
