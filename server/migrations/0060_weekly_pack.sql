ALTER TABLE "mail_preferences" ADD COLUMN "is_weekly_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "last_weekly_on" text collate "C";