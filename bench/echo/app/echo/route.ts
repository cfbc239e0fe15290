/** Parses and answers, and no more: what Next.js itself costs. */
export async function POST(request: Request): Promise<Response> {
  return Response.json({ success: true, data: await request.json() });
}
