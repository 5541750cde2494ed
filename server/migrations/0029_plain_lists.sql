DO $$ BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
	RAISE EXCEPTION 'the database needs the extension pg_trgm, which this role cannot create (%). Ask the administrator of the database to run "create extension pg_trgm" in it, then start again', SQLERRM;
END $$;--> statement-breakpoint
CREATE TABLE "record_counts" (
	"table_name" text collate "C" NOT NULL,
	"shard" smallint NOT NULL,
	"records" bigint NOT NULL,
	CONSTRAINT "record_counts_table_name_shard_pk" PRIMARY KEY("table_name","shard")
);
--> statement-breakpoint
DROP TABLE "figure_blocks";--> statement-breakpoint
DROP TABLE "figure_states";--> statement-breakpoint
DROP TABLE "list_totals";--> statement-breakpoint
DROP TABLE "list_writes";--> statement-breakpoint
DROP INDEX "changes_trigrams";--> statement-breakpoint
DROP INDEX "incidents_trigrams";--> statement-breakpoint
DROP INDEX "improvements_trigrams";--> statement-breakpoint
CREATE INDEX "changes_number_text" ON "changes" USING gin ((lower("number" collate "und-x-icu") collate "C") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "changes_title_text" ON "changes" USING gin ((lower("title" collate "und-x-icu") collate "C") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "incidents_text" ON "incidents" USING gin ((lower("short_description" collate "und-x-icu") collate "C") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "improvements_title_text" ON "improvements" USING gin ((lower("title" collate "und-x-icu") collate "C") gin_trgm_ops);--> statement-breakpoint
-- Keeps record_counts: each writer adds to a shard that no other open transaction uses, so no writer waits for another.
CREATE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	shards CONSTANT int := 16;
	chosen int := pg_backend_pid() % shards;
	difference bigint;
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		UPDATE record_counts SET records = 0 WHERE table_name = TG_TABLE_NAME;
		RETURN NULL;
	END IF;
	SELECT count(*) INTO difference FROM written;
	IF difference = 0 THEN RETURN NULL; END IF;
	FOR attempt IN 1..shards LOOP
		EXIT WHEN pg_try_advisory_xact_lock(hashtext('record_counts ' || TG_TABLE_NAME), chosen);
		chosen := (chosen + 1) % shards;
	END LOOP;
	INSERT INTO record_counts AS known (table_name, shard, records)
	VALUES (TG_TABLE_NAME, chosen, CASE TG_OP WHEN 'DELETE' THEN -difference ELSE difference END)
	ON CONFLICT (table_name, shard) DO UPDATE SET records = known.records + excluded.records;
	RETURN NULL;
END $$;--> statement-breakpoint
-- A database without statement triggers keeps no counts: whole lists are counted with count(*) there.
DO $$ BEGIN
		CREATE TRIGGER "users_inserted" AFTER INSERT ON "users" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "users_deleted" AFTER DELETE ON "users" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "users_truncated" AFTER TRUNCATE ON "users" FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		INSERT INTO "record_counts" SELECT 'users', 0, count(*) FROM "users";
		CREATE TRIGGER "products_inserted" AFTER INSERT ON "products" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "products_deleted" AFTER DELETE ON "products" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "products_truncated" AFTER TRUNCATE ON "products" FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		INSERT INTO "record_counts" SELECT 'products', 0, count(*) FROM "products";
		CREATE TRIGGER "changes_inserted" AFTER INSERT ON "changes" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "changes_deleted" AFTER DELETE ON "changes" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "changes_truncated" AFTER TRUNCATE ON "changes" FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		INSERT INTO "record_counts" SELECT 'changes', 0, count(*) FROM "changes";
		CREATE TRIGGER "incidents_inserted" AFTER INSERT ON "incidents" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "incidents_deleted" AFTER DELETE ON "incidents" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "incidents_truncated" AFTER TRUNCATE ON "incidents" FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		INSERT INTO "record_counts" SELECT 'incidents', 0, count(*) FROM "incidents";
		CREATE TRIGGER "improvements_inserted" AFTER INSERT ON "improvements" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "improvements_deleted" AFTER DELETE ON "improvements" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "improvements_truncated" AFTER TRUNCATE ON "improvements" FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		INSERT INTO "record_counts" SELECT 'improvements', 0, count(*) FROM "improvements";
		CREATE TRIGGER "articles_inserted" AFTER INSERT ON "articles" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "articles_deleted" AFTER DELETE ON "articles" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		CREATE TRIGGER "articles_truncated" AFTER TRUNCATE ON "articles" FOR EACH STATEMENT EXECUTE FUNCTION count_records();
		INSERT INTO "record_counts" SELECT 'articles', 0, count(*) FROM "articles";
EXCEPTION WHEN feature_not_supported OR syntax_error OR undefined_function THEN
	DELETE FROM "record_counts";
END $$;
