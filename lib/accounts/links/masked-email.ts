/** An email address of which only its owner recognizes enough: `j•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  const domain = email.slice(at + 1);
  const [begins = ""] = domain;
  return `${first}•••@${begins}•••${domain.slice(domain.lastIndexOf("."))}`;
}
