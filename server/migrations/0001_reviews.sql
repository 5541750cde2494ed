CREATE TABLE "counters" (
	"series" text collate "C" PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_steps" (
	"reference" text collate "C" NOT NULL,
	"step" text collate "C" NOT NULL,
	"form" json NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamptz(3) NOT NULL,
	"saved_by" text NOT NULL,
	CONSTRAINT "review_steps_reference_step_pk" PRIMARY KEY("reference","step")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"reference" text collate "C" PRIMARY KEY NOT NULL,
	"change_number" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"reviewer" text collate "C" NOT NULL,
	"reviewer_name" text NOT NULL,
	"completed_at" timestamptz(3),
	"completed_by" text,
	"origin" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"owner_name" text NOT NULL,
	"page" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_change_number" ON "reviews" USING btree ("change_number");--> statement-breakpoint
CREATE INDEX "reviews_reviewer" ON "reviews" USING btree ("reviewer","status");--> statement-breakpoint
CREATE INDEX "saved_views_page" ON "saved_views" USING btree ("page","account_id");