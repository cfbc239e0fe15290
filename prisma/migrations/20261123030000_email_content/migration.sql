-- What an email's HTML is made of when it is sent. The HTML of emails that the release before has queued stays.
ALTER TABLE "mail" ADD COLUMN "content" jsonb;
