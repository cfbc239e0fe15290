-- The event types that an endpoint receives; none for all.
ALTER TABLE "webhook_endpoint" ADD COLUMN "event_types" TEXT[] NOT NULL DEFAULT '{}';

-- The endpoint that asked for this test event: it goes nowhere else.
ALTER TABLE "event" ADD COLUMN "only_to" UUID;
