/** Whether a bank exists but can't create links, tokens, or gifts. @param status null if there is no bank */
export const isStopped = (status: string | null): boolean => status !== null && status !== "active";
