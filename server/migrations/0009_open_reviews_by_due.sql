DROP INDEX "reviews_open";--> statement-breakpoint
CREATE INDEX "reviews_open" ON "reviews" USING btree (coalesce("due_on", 'infinity'::date),"change_number") WHERE status <> 'completed';