CREATE TABLE "check_wordings" (
	"check_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"wording" text NOT NULL,
	"kind" text collate "C" NOT NULL,
	"options" text[] NOT NULL,
	"expected" text,
	CONSTRAINT "check_wordings_check_id_version_pk" PRIMARY KEY("check_id","version")
);
--> statement-breakpoint
CREATE TABLE "review_checks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"wording_version" integer NOT NULL,
	"filter" text,
	"is_required" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"origin" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
