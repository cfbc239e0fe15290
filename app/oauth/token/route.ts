import { answerProgram } from "#app/oauth/library.ts";

export const POST = answerProgram;
