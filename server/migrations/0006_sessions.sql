CREATE TABLE "sessions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"seen_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "password_expires_at" timestamptz(3);--> statement-breakpoint
CREATE INDEX "sessions_started_at" ON "sessions" USING btree ("started_at");