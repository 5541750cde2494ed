CREATE TABLE "lesson_marks" (
	"article" text collate "C" NOT NULL,
	"change" text collate "C" NOT NULL,
	"mark" text collate "C" NOT NULL,
	"marked_by" text collate "C" NOT NULL,
	"marked_at" timestamptz(3) NOT NULL,
	CONSTRAINT "lesson_marks_article_change_pk" PRIMARY KEY("article","change")
);
--> statement-breakpoint
ALTER TABLE "lesson_marks" ADD CONSTRAINT "lesson_marks_article_articles_id_fk" FOREIGN KEY ("article") REFERENCES "articles"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "lesson_marks" ADD CONSTRAINT "lesson_marks_change_changes_number_fk" FOREIGN KEY ("change") REFERENCES "changes"("number") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "lesson_marks_change" ON "lesson_marks" USING btree ("change");