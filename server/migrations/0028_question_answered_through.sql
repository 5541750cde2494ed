ALTER TABLE "requester_questions" ADD COLUMN "answered_through" text collate "C";--> statement-breakpoint
UPDATE "requester_questions" SET "answered_through" = 'link' WHERE "answer" IS NOT NULL;
