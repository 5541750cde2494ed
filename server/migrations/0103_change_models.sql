CREATE TABLE "standard_decisions" (
	"model" text collate "C" NOT NULL,
	"edition" integer NOT NULL,
	"decision" text collate "C" NOT NULL,
	"reason" text NOT NULL,
	"owner" text collate "C",
	"expires_on" date,
	"figures" json NOT NULL,
	"decided_by" text collate "C" NOT NULL,
	"decided_at" timestamptz(3) NOT NULL,
	"confirmed_by" text collate "C",
	"confirmed_at" timestamptz(3),
	"version" integer NOT NULL,
	"origin" text NOT NULL,
	CONSTRAINT "standard_decisions_model_edition_pk" PRIMARY KEY("model","edition")
);
--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "model" text collate "C";--> statement-breakpoint
CREATE INDEX "changes_model" ON "changes" USING btree ("model") WHERE model is not null;