CREATE TABLE "ledger_leaves" (
	"index" bigint PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"commitment" "bytea" NOT NULL,
	"salt" "bytea"
);
--> statement-breakpoint
CREATE TABLE "ledger_nodes" (
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "ledger_nodes_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
CREATE TABLE "ledger_pending" (
	"record_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	CONSTRAINT "ledger_pending_record_id_kind_pk" PRIMARY KEY("record_id","kind")
);
--> statement-breakpoint
CREATE TABLE "ledgers" (
	"origin" text collate "C" PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"sealed_key" text NOT NULL,
	"size" bigint NOT NULL,
	"checkpoint" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_leaves_record" ON "ledger_leaves" USING btree ("record_id","kind");--> statement-breakpoint
-- Each entry of the history and each version of a review waits for its leaf from the transaction on that writes it.
CREATE FUNCTION await_leaf() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'audit_events' THEN
		INSERT INTO ledger_pending (record_id, kind) SELECT id, 'audit-entry' FROM written ON CONFLICT DO NOTHING;
	ELSE
		INSERT INTO ledger_pending (record_id, kind) SELECT reference || '/' || number, 'review-version' FROM written ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_events_await_leaf" AFTER INSERT ON "audit_events" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION await_leaf();--> statement-breakpoint
CREATE TRIGGER "review_versions_await_leaf" AFTER INSERT ON "review_versions" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION await_leaf();--> statement-breakpoint
INSERT INTO "ledger_pending" ("record_id", "kind") SELECT "id", 'audit-entry' FROM "audit_events";--> statement-breakpoint
INSERT INTO "ledger_pending" ("record_id", "kind") SELECT "reference" || '/' || "number", 'review-version' FROM "review_versions";
