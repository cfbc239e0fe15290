-- "donation_gift_date" and "donation_confirmation_date" supersede it.
DROP INDEX CONCURRENTLY "donation_confirmed";
