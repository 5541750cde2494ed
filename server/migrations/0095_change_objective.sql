ALTER TABLE "changes" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "objective" text;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "parent" text collate "C";--> statement-breakpoint
CREATE INDEX "changes_parent_key" ON "changes" USING btree (lower(regexp_replace("parent", '^(change|incident)( (request|ticket|record|number))?[ :#]+(?=[^ ]*[0-9][^ ]*$)', '', 'i')));