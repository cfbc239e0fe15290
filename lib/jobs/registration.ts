/** Whether an Inngest server, where one runs the functions, knows them. */
import { perProcess } from "../singleton.ts";

/** What keeps jobs from being dispatched to it; null once it has taken the functions, and without one. */
export const registration = perProcess("registration", () => ({ problem: null as string | null }));
