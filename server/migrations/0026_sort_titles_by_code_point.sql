ALTER TABLE "changes" ALTER COLUMN "title" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "improvements" ALTER COLUMN "title" SET DATA TYPE text collate "C";