DROP INDEX "inbound_events_waiting";--> statement-breakpoint
ALTER TABLE "inbound_events" ADD COLUMN "applied" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "inbound_events_waiting" ON "inbound_events" USING btree ("connection_id","next_attempt_at","id") WHERE status = 'waiting';
--> statement-breakpoint
-- NUL and halves of characters that were cut in two, which PostgreSQL stores in json but fails to read, become U+FFFD.
DO $$
DECLARE
  unreadable constant text := '(?<!\\)((?:\\\\)*)(?:\\u0000|\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2})';
  place record;
BEGIN
  FOR place IN
    SELECT c.table_name, c.column_name
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND c.data_type = 'json' AND t.table_type = 'BASE TABLE'
  LOOP
    EXECUTE format(
      'UPDATE %1$I SET %2$I = regexp_replace(%2$I::text, $1, ''\1\\ufffd'', ''gi'')::json
       WHERE strpos(%2$I::text, ''\u'') > 0 AND %2$I::text ~* $1',
      place.table_name, place.column_name
    ) USING unreadable;
  END LOOP;
END
$$;
