CREATE TABLE "webhook_deliveries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"webhook_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"type" text collate "C" NOT NULL,
	"entity" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"body" text NOT NULL,
	"status" text collate "C" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempts" json DEFAULT '[]'::json NOT NULL,
	"next_attempt_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"finished_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"origin" text NOT NULL,
	"types" text[] NOT NULL,
	"filter" text,
	"format" text collate "C" NOT NULL,
	"quiet_hours" json,
	"sealed_secret" text NOT NULL,
	"previous_until" timestamptz(3),
	"state" text collate "C" NOT NULL,
	"failing_since" timestamptz(3),
	"last_entry" text collate "C",
	"deliveries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "is_app_on" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_number" ON "webhook_deliveries" USING btree ("webhook_id","number");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","entity","key","number") WHERE status = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_name" ON "webhooks" USING btree ("name");