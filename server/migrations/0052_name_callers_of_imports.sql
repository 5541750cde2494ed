ALTER TABLE "import_parts" ADD COLUMN "caller" text collate "C";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "caller" text collate "C";--> statement-breakpoint
CREATE INDEX "imports_caller" ON "imports" USING btree ("caller","started_at");--> statement-breakpoint
UPDATE "imports" SET "caller" = coalesce((
  SELECT "issued"."actor_id" FROM "audit_events" "issued"
  WHERE "issued"."entity_type" = 'api_token' AND "issued"."entity_id" = "imports"."actor_id"
    AND "issued"."action" = 'create' AND "issued"."actor_kind" = 'account'
  LIMIT 1), "actor_id");
