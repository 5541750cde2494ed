ALTER TABLE "changes" ADD COLUMN "close_notes" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "caused_by_change" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "user_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "employee_number" text;--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "former_owners" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "completed_through" text collate "C";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "writers" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "implementer" text collate "C";--> statement-breakpoint
CREATE INDEX "incidents_caused_by_change" ON "incidents" USING btree ("caused_by_change") WHERE caused_by_change is not null;--> statement-breakpoint
UPDATE "incidents" SET "caused_by_change" = confirmed."change_number" FROM (
	SELECT DISTINCT ON (decision ->> 'incident') decision ->> 'incident' AS "incident_number", reviews."change_number"
	FROM "review_steps" steps
	JOIN "reviews" ON reviews."reference" = steps."reference"
	CROSS JOIN LATERAL json_array_elements(steps."form" -> 'decisions') decision
	WHERE steps."step" = 'incidents' AND decision ->> 'decision' = 'confirmed'
	ORDER BY decision ->> 'incident', steps."saved_at" DESC
) confirmed WHERE incidents."number" = confirmed."incident_number";--> statement-breakpoint
UPDATE "reviews" SET "completed_through" = 'review' WHERE "status" = 'completed';--> statement-breakpoint
UPDATE "changes" SET "pir_outcome" = NULL, "version" = "version" + 1, "updated_at" = now()
WHERE "origin" = 'import' AND "pir_outcome" IS NOT NULL AND NOT "pir_completed" AND "pir_reference" IS NULL AND "pir_date" IS NULL
	AND NOT EXISTS (
		SELECT FROM "audit_events" audit
		WHERE audit."entity_type" = 'change' AND audit."entity_id" = "changes"."number" AND audit."changes" -> 'pir_outcome' IS NOT NULL
	);--> statement-breakpoint
DELETE FROM "figure_states";--> statement-breakpoint
UPDATE "audit_events" SET "changes" = ("changes"::jsonb - 'name' - 'search')::json
WHERE "entity_type" = 'saved_view' AND coalesce("changes" #>> '{is_shared,to}', "changes" #>> '{is_shared,from}') = 'false';--> statement-breakpoint
UPDATE "improvements" SET "former_owners" = former."owners" FROM (
	SELECT audit."entity_id", array_agg(DISTINCT audit."changes" #>> '{owner,from}') AS "owners"
	FROM "audit_events" audit
	WHERE audit."entity_type" = 'improvement' AND audit."action" = 'update' AND audit."changes" #>> '{owner,from}' IS NOT NULL
	GROUP BY audit."entity_id"
) former WHERE "improvements"."id" = former."entity_id";
