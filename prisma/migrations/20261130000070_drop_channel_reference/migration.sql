-- "donation_reference_key" supersedes it.
DROP INDEX CONCURRENTLY "donation_channel_reference";
