/** Submits the forms of teams' pages. */

import { fillPath } from "#app/(portal)/(staff)/staff-page.tsx";
import { CONTEXT_FIELD } from "#app/forms/form-route.ts";
import { readFormState } from "#app/forms/form-state.ts";
import { POST } from "#app/forms/route.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import { env } from "#lib/env.ts";

/** Posts to a form's path, with parameters in brackets. Fields that are a file make it `multipart/form-data`. @returns where it leads */
export async function postForm(
  form: string,
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
  const address = env().publicBaseUrl + fillPath(form, params);
  const answer = await POST(new Request(address, { method: "POST", headers, body }));
  return new URL(answer.headers.get("location") ?? `about:${answer.status}`, env().publicBaseUrl);
}

/** The state of a form that came back. */
export const stateAt = (url: URL) => readFormState(Object.fromEntries(url.searchParams));
