CREATE TABLE "calendars" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"service" text,
	"secret_hash" text collate "C" NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"last_read_at" timestamptz(3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "calendars_secret" ON "calendars" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "calendars_account" ON "calendars" USING btree ("account_id",coalesce("service", ''));