/** The sandbox's demonstration bank, by a well-known id, so that pages and commands can name it. */
export const DEMO_BANK_ID = "0d000000-0000-7000-8000-000000000001";

/** The customer who gives in the demonstration, by the bank's own name for them. */
export const DEMO_USER = "demo-jordan";
