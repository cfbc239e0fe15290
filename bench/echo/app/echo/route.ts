/** Only parses and responds: the overhead of Next.js itself. */
export async function POST(request: Request): Promise<Response> {
  return Response.json({ success: true, data: await request.json() });
}
