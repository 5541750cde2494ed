DROP INDEX "reviews_open";--> statement-breakpoint
CREATE INDEX "improvements_unfinished" ON "improvements" USING btree ("owner","target_date","id") WHERE "improvements"."status" in ('open', 'in_progress');--> statement-breakpoint
CREATE INDEX "reviews_open" ON "reviews" USING btree (coalesce("due_on", 'infinity'::date),"change_number","due_on","reviewer") WHERE status <> 'completed';