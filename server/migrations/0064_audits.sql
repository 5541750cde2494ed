CREATE TABLE "audit_changes" (
	"audit_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"change_number" text collate "C" NOT NULL,
	"drawn_order" integer,
	"request_number" text,
	"state" text collate "C" DEFAULT 'drawn' NOT NULL,
	"note" text,
	"updated_by" text,
	"updated_at" timestamptz(3),
	CONSTRAINT "audit_changes_audit_id_position_pk" PRIMARY KEY("audit_id","position")
);
--> statement-breakpoint
CREATE TABLE "audits" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"query" text,
	"method" text collate "C" NOT NULL,
	"size" integer,
	"seed" text NOT NULL,
	"population_count" integer NOT NULL,
	"population_digest" text collate "C" NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"drawn_at" timestamptz(3),
	"origin" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_changes_drawn" ON "audit_changes" USING btree ("audit_id","drawn_order");--> statement-breakpoint
CREATE INDEX "audits_created_at" ON "audits" USING btree ("created_at","id");