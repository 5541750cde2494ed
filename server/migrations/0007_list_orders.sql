CREATE INDEX "changes_by_title" ON "changes" USING btree ("title","number");--> statement-breakpoint
CREATE INDEX "changes_by_state" ON "changes" USING btree ("state","number");--> statement-breakpoint
CREATE INDEX "changes_by_state_rank" ON "changes" USING btree (coalesce(array_position(array['new', 'assess', 'authorize', 'scheduled', 'implement', 'review', 'closed', 'canceled']::text[], "state"::text), 0),"number");--> statement-breakpoint
CREATE INDEX "changes_by_risk_rank" ON "changes" USING btree (coalesce(array_position(array['low', 'moderate', 'high', 'very_high']::text[], "risk"::text), 0),"number");--> statement-breakpoint
CREATE INDEX "changes_by_planned_start" ON "changes" USING btree (coalesce("planned_start", 'infinity'::timestamptz),"number");--> statement-breakpoint
CREATE INDEX "changes_by_actual_end" ON "changes" USING btree (coalesce("actual_end", 'infinity'::timestamptz),"number");--> statement-breakpoint
CREATE INDEX "changes_latest_end" ON "changes" USING btree (coalesce("actual_end", '-infinity'::timestamptz),"number");--> statement-breakpoint
CREATE INDEX "changes_by_updated_at" ON "changes" USING btree ("updated_at","number");--> statement-breakpoint
CREATE INDEX "changes_assigned_to" ON "changes" USING btree ("assigned_to","created_at");--> statement-breakpoint
CREATE INDEX "changes_affected_services" ON "changes" USING gin ("affected_services");--> statement-breakpoint
CREATE INDEX "incidents_by_priority" ON "incidents" USING btree ("priority","number");--> statement-breakpoint
CREATE INDEX "incidents_by_resolved_at" ON "incidents" USING btree (coalesce("resolved_at", 'infinity'::timestamptz),"number");--> statement-breakpoint
CREATE INDEX "improvements_by_title" ON "improvements" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "improvements_by_owner" ON "improvements" USING btree ("owner","id");--> statement-breakpoint
CREATE INDEX "improvements_by_target_date" ON "improvements" USING btree ("target_date","id");--> statement-breakpoint
CREATE INDEX "improvements_by_status" ON "improvements" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "improvements_by_updated_at" ON "improvements" USING btree ("updated_at","id");