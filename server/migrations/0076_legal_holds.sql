ALTER TABLE "changes" ADD COLUMN "held_because" text;--> statement-breakpoint
CREATE INDEX "changes_held" ON "changes" USING btree ("number") WHERE held_because is not null;