ALTER TABLE "reviews" ADD COLUMN "factors" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "reviews_with_factors" ON "reviews" USING btree ("change_number") WHERE factors <> '{}';