CREATE TABLE "deleted_records" (
	"kind" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"deleted_at" timestamptz(3) NOT NULL,
	CONSTRAINT "deleted_records_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE INDEX "audit_changes_number" ON "audit_changes" USING btree ("change_number");