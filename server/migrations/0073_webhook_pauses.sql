ALTER TABLE "webhooks" ADD COLUMN "busy_until" timestamptz(3);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("webhook_id") WHERE status = 'failed' and entity <> 'webhook';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_delivered" ON "webhook_deliveries" USING btree ("webhook_id","finished_at") WHERE status = 'delivered';