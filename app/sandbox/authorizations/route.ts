import { answerAuthorization } from "#lib/sandbox/authorizations.ts";
import { handleSigned } from "../signed-request.ts";

export const POST = (request: Request): Promise<Response> =>
  handleSigned(request, async (headers, body) => {
    const answer = await answerAuthorization(headers, body);
    return answer && Response.json(answer);
  });
