-- Ranking reads the words of every article that matches: kept in the row itself, they need not be looked up one by one.
ALTER TABLE "articles" ALTER COLUMN "search" SET STORAGE MAIN;--> statement-breakpoint
-- Writes the rows anew, so that it holds for those that are there.
CLUSTER "articles" USING "articles_pkey";--> statement-breakpoint
ALTER TABLE "articles" SET WITHOUT CLUSTER;
