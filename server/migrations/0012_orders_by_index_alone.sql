DROP INDEX "changes_by_state_rank";--> statement-breakpoint
DROP INDEX "changes_by_risk_rank";--> statement-breakpoint
DROP INDEX "changes_by_planned_start";--> statement-breakpoint
DROP INDEX "changes_by_actual_end";--> statement-breakpoint
DROP INDEX "changes_latest_end";--> statement-breakpoint
DROP INDEX "incidents_by_resolved_at";--> statement-breakpoint
DROP INDEX "products_category";--> statement-breakpoint
CREATE INDEX "reviews_by_due" ON "reviews" USING btree (coalesce("due_on", 'infinity'::date),"change_number","due_on");--> statement-breakpoint
CREATE INDEX "changes_by_state_rank" ON "changes" USING btree (coalesce(array_position(array['new', 'assess', 'authorize', 'scheduled', 'implement', 'review', 'closed', 'canceled']::text[], "state"::text), 0),"number","state");--> statement-breakpoint
CREATE INDEX "changes_by_risk_rank" ON "changes" USING btree (coalesce(array_position(array['low', 'moderate', 'high', 'very_high']::text[], "risk"::text), 0),"number","risk");--> statement-breakpoint
CREATE INDEX "changes_by_planned_start" ON "changes" USING btree (coalesce("planned_start", 'infinity'::timestamptz),"number","planned_start");--> statement-breakpoint
CREATE INDEX "changes_by_actual_end" ON "changes" USING btree (coalesce("actual_end", 'infinity'::timestamptz),"number","actual_end");--> statement-breakpoint
CREATE INDEX "changes_latest_end" ON "changes" USING btree (coalesce("actual_end", '-infinity'::timestamptz),"number","actual_end");--> statement-breakpoint
CREATE INDEX "incidents_by_resolved_at" ON "incidents" USING btree (coalesce("resolved_at", 'infinity'::timestamptz),"number","resolved_at");--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("category","id","price");