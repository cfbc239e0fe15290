/** Donations per page of a year statement. */
export const DONATIONS_ON_A_PAGE = 500;
