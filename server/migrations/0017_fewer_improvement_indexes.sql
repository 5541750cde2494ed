DROP INDEX "improvements_owner";--> statement-breakpoint
DROP INDEX "improvements_status";