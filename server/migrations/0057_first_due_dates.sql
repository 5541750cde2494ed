ALTER TABLE "reviews" ADD COLUMN "first_due_on" date;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "extensions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The first due date of a review that was reopened stands in its history, where the policy opened it.
UPDATE "reviews" SET "first_due_on" = "opened"."due_on" FROM (
	SELECT DISTINCT ON ("entity_id") "entity_id", ("changes" #>> '{due_on,to}')::date AS "due_on" FROM "audit_events"
	WHERE "entity_type" = 'review' AND "changes" #>> '{due_on,to}' IS NOT NULL ORDER BY "entity_id", "at", "id"
) "opened"
WHERE "opened"."entity_id" = "reviews"."reference" AND "opened"."due_on" <> "reviews"."due_on" AND EXISTS (
	SELECT FROM "audit_events" WHERE "entity_type" = 'review' AND "entity_id" = "reviews"."reference" AND "changes" -> 'reopen_reason' IS NOT NULL
);
