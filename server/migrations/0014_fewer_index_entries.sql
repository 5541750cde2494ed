DROP INDEX "audit_events_actor";--> statement-breakpoint
DROP INDEX "notifications_once";--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("recipient","once_key") WHERE once_key is not null;