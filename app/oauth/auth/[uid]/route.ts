import { answerPerson } from "#app/oauth/library.ts";

export const GET = answerPerson;
