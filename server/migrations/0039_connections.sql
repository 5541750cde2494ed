CREATE TABLE "alert_groups" (
	"connection_id" text collate "C" NOT NULL,
	"group_key" text collate "C" NOT NULL,
	"incident_number" text collate "C" NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"resolved_at" timestamptz(3),
	"event_at" timestamptz(3) NOT NULL,
	CONSTRAINT "alert_groups_connection_id_group_key_pk" PRIMARY KEY("connection_id","group_key")
);
--> statement-breakpoint
CREATE TABLE "connection_records" (
	"connection_id" text collate "C" NOT NULL,
	"stream" text collate "C" NOT NULL,
	"foreign_id" text collate "C" NOT NULL,
	"entity" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"updated_there" text,
	"writes_there" integer,
	"read_at" timestamptz(3) NOT NULL,
	"gone_at" timestamptz(3),
	CONSTRAINT "connection_records_connection_id_stream_foreign_id_pk" PRIMARY KEY("connection_id","stream","foreign_id")
);
--> statement-breakpoint
CREATE TABLE "connection_refusals" (
	"connection_id" text collate "C" NOT NULL,
	"stream" text collate "C" NOT NULL,
	"foreign_id" text collate "C" NOT NULL,
	"refusal" json NOT NULL,
	"refused_at" timestamptz(3) NOT NULL,
	CONSTRAINT "connection_refusals_connection_id_stream_foreign_id_pk" PRIMARY KEY("connection_id","stream","foreign_id")
);
--> statement-breakpoint
CREATE TABLE "connection_runs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"connection_id" text collate "C" NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"finished_at" timestamptz(3),
	"counts" json NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "connection_streams" (
	"connection_id" text collate "C" NOT NULL,
	"stream" text collate "C" NOT NULL,
	"watermark_time" text,
	"watermark_key" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"completed_at" timestamptz(3),
	"read_until" timestamptz(3),
	"keys_compared_at" timestamptz(3),
	"missing_fields" json,
	CONSTRAINT "connection_streams_connection_id_stream_pk" PRIMARY KEY("connection_id","stream")
);
--> statement-breakpoint
CREATE TABLE "connection_writes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"connection_id" text collate "C" NOT NULL,
	"dedupe_key" text collate "C" NOT NULL,
	"entity" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"payload" json NOT NULL,
	"status" text collate "C" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3) NOT NULL,
	"reason" text,
	"result" json,
	"created_at" timestamptz(3) NOT NULL,
	"finished_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"url" text,
	"options" json NOT NULL,
	"sealed_secret" text,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"check_result" json,
	"next_run_at" timestamptz(3),
	"next_request_at" timestamptz(3),
	"failures" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deployments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"connection_id" text collate "C" NOT NULL,
	"foreign_id" text collate "C" NOT NULL,
	"service" text NOT NULL,
	"environment" text NOT NULL,
	"is_production" boolean NOT NULL,
	"status" text collate "C" NOT NULL,
	"is_rollback" boolean DEFAULT false NOT NULL,
	"facts" json NOT NULL,
	"started_at" timestamptz(3),
	"ended_at" timestamptz(3),
	"event_at" timestamptz(3) NOT NULL,
	"change_number" text collate "C",
	"matched_by" text collate "C",
	"handled_at" timestamptz(3),
	"handled_by" text,
	"handling" text collate "C",
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_events" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"connection_id" text collate "C" NOT NULL,
	"delivery_id" text collate "C" NOT NULL,
	"headers" json NOT NULL,
	"body" "bytea" NOT NULL,
	"received_at" timestamptz(3) NOT NULL,
	"status" text collate "C" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3) NOT NULL,
	"processed_at" timestamptz(3),
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "issue_links" (
	"improvement_id" text collate "C" NOT NULL,
	"connection_id" text collate "C" NOT NULL,
	"issue_key" text collate "C" NOT NULL,
	"url" text NOT NULL,
	"status" text collate "C" NOT NULL,
	"state" json NOT NULL,
	"error" text,
	"next_sync_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"created_by" text NOT NULL,
	"synced_at" timestamptz(3),
	CONSTRAINT "issue_links_improvement_id_connection_id_pk" PRIMARY KEY("improvement_id","connection_id")
);
--> statement-breakpoint
CREATE INDEX "alert_groups_incident_number" ON "alert_groups" USING btree ("incident_number");--> statement-breakpoint
CREATE INDEX "connection_records_key" ON "connection_records" USING btree ("entity","key");--> statement-breakpoint
CREATE INDEX "connection_runs_started_at" ON "connection_runs" USING btree ("connection_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "connection_writes_dedupe_key" ON "connection_writes" USING btree ("connection_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "connection_writes_waiting" ON "connection_writes" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "connection_writes_key" ON "connection_writes" USING btree ("entity","key");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_name" ON "connections" USING btree ("name");--> statement-breakpoint
CREATE INDEX "connections_next_run_at" ON "connections" USING btree ("next_run_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deployments_foreign_id" ON "deployments" USING btree ("connection_id","foreign_id");--> statement-breakpoint
CREATE INDEX "deployments_change_number" ON "deployments" USING btree ("change_number");--> statement-breakpoint
CREATE INDEX "deployments_service" ON "deployments" USING btree ("service","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_events_delivery" ON "inbound_events" USING btree ("connection_id","delivery_id");--> statement-breakpoint
CREATE INDEX "inbound_events_waiting" ON "inbound_events" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "inbound_events_received_at" ON "inbound_events" USING btree ("connection_id","received_at");--> statement-breakpoint
CREATE INDEX "issue_links_next_sync_at" ON "issue_links" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "issue_links_issue_key" ON "issue_links" USING btree ("connection_id","issue_key");