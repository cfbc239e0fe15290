-- The index before it serves references as well. The release before names no index where it accepts, so that it
-- goes on beside this.
DROP INDEX CONCURRENTLY "donation_reference";
