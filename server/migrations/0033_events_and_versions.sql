ALTER TABLE "api_tokens" ADD COLUMN "role" text collate "C";--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_events_feed" ON "audit_events" USING btree ("transaction_id","id") WHERE entity_type in ('change', 'incident', 'review', 'improvement', 'article');--> statement-breakpoint
CREATE INDEX "articles_by_updated_at" ON "articles" USING btree ("updated_at","id");