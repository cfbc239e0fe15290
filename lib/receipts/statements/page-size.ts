/** So many donations stand on one page of a year's statement: more make further pages. */
export const DONATIONS_ON_A_PAGE = 500;
