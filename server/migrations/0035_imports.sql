CREATE TABLE "import_mappings" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"mapping" json NOT NULL,
	"saved_by" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_parts" (
	"import_id" text collate "C" NOT NULL,
	"role" text collate "C" NOT NULL,
	"ordinal" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"stored_at" timestamptz(3) NOT NULL,
	CONSTRAINT "import_parts_import_id_role_ordinal_pk" PRIMARY KEY("import_id","role","ordinal")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"source" text collate "C" NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"status" text collate "C" NOT NULL,
	"options" json NOT NULL,
	"is_dry_run" boolean DEFAULT false NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"progress" json,
	"result" json,
	"error" text,
	"actor_kind" text collate "C" NOT NULL,
	"actor_id" text collate "C" NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"started_at" timestamptz(3),
	"finished_at" timestamptz(3),
	"attempts" integer DEFAULT 0 NOT NULL,
	"alive_at" timestamptz(3),
	"cancel_requested_at" timestamptz(3),
	"undone_at" timestamptz(3),
	"undone_by" text
);
--> statement-breakpoint
CREATE INDEX "import_parts_stored_at" ON "import_parts" USING btree ("stored_at");--> statement-breakpoint
CREATE INDEX "imports_created_at" ON "imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "imports_status" ON "imports" USING btree ("status","created_at");--> statement-breakpoint
-- Files are stored as they are: compressing them costs more time than it saves.
ALTER TABLE "import_parts" ALTER COLUMN "content" SET STORAGE EXTERNAL;
