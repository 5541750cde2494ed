CREATE TABLE "attachment_parts" (
	"attachment_id" text collate "C" NOT NULL,
	"ordinal" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"stored_at" timestamptz(3) NOT NULL,
	CONSTRAINT "attachment_parts_attachment_id_ordinal_pk" PRIMARY KEY("attachment_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"reference" text collate "C",
	"step" text collate "C",
	"comment_id" text collate "C",
	"improvement_id" text collate "C",
	"name" text NOT NULL,
	"type" text collate "C" NOT NULL,
	"size" bigint NOT NULL,
	"digest" text collate "C" NOT NULL,
	"uploaded_by" text collate "C" NOT NULL,
	"uploaded_by_name" text NOT NULL,
	"uploaded_at" timestamptz(3) NOT NULL,
	"removed_at" timestamptz(3),
	"deleted_at" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "attachment_parts_stored_at" ON "attachment_parts" USING btree ("stored_at");--> statement-breakpoint
CREATE INDEX "attachments_reference" ON "attachments" USING btree ("reference","uploaded_at");--> statement-breakpoint
CREATE INDEX "attachments_improvement" ON "attachments" USING btree ("improvement_id","uploaded_at");--> statement-breakpoint
CREATE INDEX "attachments_uploaded_at" ON "attachments" USING btree ("uploaded_at");