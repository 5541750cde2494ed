DROP INDEX "articles_first_line";--> statement-breakpoint
DROP INDEX "users_name_words";--> statement-breakpoint
ALTER TABLE "articles" drop column "search";--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', translate(content, '_@<>&/~', '       '))) STORED;--> statement-breakpoint
ALTER TABLE "incidents" drop column "search";--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', translate(short_description, '_@<>&/~', '       '))) STORED;--> statement-breakpoint
CREATE INDEX "improvements_awaiting_verification" ON "improvements" USING btree ("done_at","id") WHERE "improvements"."status" = 'done' and "improvements"."done_by" is not null;--> statement-breakpoint
CREATE INDEX "articles_first_line" ON "articles" USING gin (to_tsvector('simple', translate(split_part("content", chr(10), 1), '_@<>&/~', '       ')));--> statement-breakpoint
CREATE INDEX "users_name_words" ON "users" USING gin (to_tsvector('simple', translate("name_key", '_@<>&/~', '       ')));--> statement-breakpoint
-- Written by hand: dropping the column dropped its storage and its index.
ALTER TABLE "articles" ALTER COLUMN "search" SET STORAGE MAIN;--> statement-breakpoint
CREATE INDEX "articles_search" ON "articles" USING gin ("search");
