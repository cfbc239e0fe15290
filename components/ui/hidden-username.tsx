/** Tells password managers whose password a form sets. They ignore inputs of the type "hidden". */
export const HiddenUsername = ({ email }: { email: string }) => (
  <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
);
