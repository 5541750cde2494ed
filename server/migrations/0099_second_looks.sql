ALTER TABLE "requester_questions" ADD COLUMN "is_second_look" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "second_look_on" date;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "second_look_asked_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "second_look" json;--> statement-breakpoint
CREATE INDEX "reviews_second_look" ON "reviews" USING btree ("second_look_on") WHERE second_look is null and status = 'completed';