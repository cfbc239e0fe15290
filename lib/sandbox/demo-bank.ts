/** The sandbox's demo bank. Its id is fixed, so that pages and commands can refer to it. */
export const DEMO_BANK_ID = "0d000000-0000-7000-8000-000000000001";

/** The customer who gives in the demo, by the bank's ID for them. */
export const DEMO_USER = "demo-jordan";

/** The customer who connects an account in the demo. */
export const DEMO_CONNECTING_USER = "demo-jordan-connects";
