/** What a person is called where they have not said so themselves. */

/**
 * The name that their oldest account has, an active one before others: SQL of one value.
 * A bank that links them later has no say in it.
 * @param cardholder the SQL of their id
 */
export const bankNameOf = (cardholder: string) => `
  (select display_name from account where cardholder_id = ${cardholder}
   order by status = 'active' desc, linked_at, id limit 1)`;
