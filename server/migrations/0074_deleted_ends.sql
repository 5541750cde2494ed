ALTER TABLE "deleted_records" ADD COLUMN "ended_at" timestamptz(3);--> statement-breakpoint
CREATE INDEX "deleted_records_ended_at" ON "deleted_records" USING btree ("ended_at");