DROP INDEX "requester_questions_unanswered";--> statement-breakpoint
ALTER TABLE "review_checks" ADD COLUMN "asked_of" text collate "C" DEFAULT 'reviewer' NOT NULL;--> statement-breakpoint
ALTER TABLE "requester_questions" ADD COLUMN "kind" text collate "C" DEFAULT 'requester' NOT NULL;--> statement-breakpoint
ALTER TABLE "requester_questions" ADD COLUMN "reminder_secret_hash" text collate "C";--> statement-breakpoint
ALTER TABLE "requester_questions" ADD COLUMN "checks" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "requester_questions" ADD COLUMN "check_tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "requester_questions_reminder_secret" ON "requester_questions" USING btree ("reminder_secret_hash");--> statement-breakpoint
CREATE INDEX "requester_questions_unanswered" ON "requester_questions" USING btree (lower("requester")) WHERE answered_at is null;--> statement-breakpoint
UPDATE "requester_questions" SET "kind" = 'second_look' WHERE "is_second_look";--> statement-breakpoint
ALTER TABLE "requester_questions" DROP COLUMN "is_second_look";