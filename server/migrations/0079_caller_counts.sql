DROP TABLE "request_counts" CASCADE;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" RENAME TO "caller_counts";