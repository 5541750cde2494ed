ALTER TABLE "reviews" ADD COLUMN "waived_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "waived_by" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "waive_reason" text;--> statement-breakpoint
CREATE INDEX "reviews_waived_at" ON "reviews" USING btree ("waived_at") WHERE status = 'waived';