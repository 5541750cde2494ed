CREATE TABLE "audit_counts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"audit_id" text collate "C" NOT NULL,
	"connection_id" text collate "C" NOT NULL,
	"connection" text NOT NULL,
	"findings" json NOT NULL,
	"error" text,
	"counted_at" timestamptz(3) NOT NULL,
	"counted_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_explanations" (
	"audit_id" text collate "C" NOT NULL,
	"deployment_id" text collate "C" NOT NULL,
	"explanation" text NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "audit_explanations_audit_id_deployment_id_pk" PRIMARY KEY("audit_id","deployment_id")
);
--> statement-breakpoint
CREATE INDEX "audit_counts_audit" ON "audit_counts" USING btree ("audit_id","connection_id","counted_at");