-- "donation_own" takes its place.
DROP INDEX CONCURRENTLY "donation_cardholder";
