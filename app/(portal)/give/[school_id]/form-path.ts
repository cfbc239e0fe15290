/** The path of the donation form for a school. */
export const formPath = (schoolId = "") => `/give/${encodeURIComponent(schoolId)}`;
