/** Sample: whom to ask about what. All addresses are reserved ones. */
export const contactSample = (brand: string) => `# Contact

Find your question first: the right people can answer it much faster.

| You have a question about | Ask |
|---|---|
| Points that are missing, your balance, your card, or the rate | your bank, at the number on your card |
| Seats, tickets, parking, benefits, or donor levels | the school’s ticket office or foundation |
| A gift, a receipt, or signing in to ${brand} | [help@points.example](mailto:help@points.example) |
| Your personal data | [privacy@points.example](mailto:privacy@points.example) |
| A security problem that you’ve found | [security@points.example](mailto:security@points.example) |
| Offering this to your customers, or your school | [partners@points.example](mailto:partners@points.example) |

Many answers are on the [help page](/help).

## When you write to us

Please include the receipt number or the confirmation number of your gift, its date and amount, and the school. Write from
the email address that you sign in with.

**Never send us your password, a code from your authenticator app, a recovery code, or a card number.** We’ll never ask for
them.
`;
