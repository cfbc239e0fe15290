/** The page that holds the form for a school. */
export const formPath = (schoolId = "") => `/give/${encodeURIComponent(schoolId)}`;
