ALTER TABLE "changes" ADD COLUMN "effort_planned" double precision;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "effort_actual" double precision;