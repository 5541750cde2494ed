ALTER TABLE "changes" ADD COLUMN "approved_by" text collate "C";--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "approved_at" timestamptz(3);