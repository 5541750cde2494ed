CREATE TABLE "service_processes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"are_jobs_on" boolean NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"seen_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"value" json,
	"sealed" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_codes" (
	"code_hash" text collate "C" PRIMARY KEY NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "time_zone" text;--> statement-breakpoint
CREATE INDEX "service_processes_seen_at" ON "service_processes" USING btree ("seen_at");