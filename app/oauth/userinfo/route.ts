import { answerProgram } from "#app/oauth/library.ts";

export const GET = answerProgram;
export const POST = answerProgram;
