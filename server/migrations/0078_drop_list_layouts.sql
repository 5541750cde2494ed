DROP TABLE "list_layouts" CASCADE;
--> statement-breakpoint
UPDATE "saved_views" SET "search" = regexp_replace(regexp_replace("search", '(^|&)density=[^&]*', ''), '^&', '') WHERE "search" ~ '(^|&)density=';
