DROP INDEX "ledger_leaves_record";--> statement-breakpoint
CREATE INDEX "ledger_leaves_record" ON "ledger_leaves" USING btree ("record_id","kind");--> statement-breakpoint
-- Salts that were deleted before an entry of the history listed them.
INSERT INTO "audit_events" ("id", "at", "actor_kind", "actor_id", "actor_name", "action", "action_name", "entity_type", "entity_id", "changes", "changed_fields", "request_id")
SELECT 'evt_' || (SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((floor(extract(epoch FROM now()) * 1000)::bigint >> (45 - 5 * place)) & 31)::int + 1, 1), '' ORDER BY place) FROM generate_series(0, 9) place) || substr(md5(random()::text), 1, 16),
	now(), 'system', 'migration', 'Hindsight', 'update', 'salts_deleted', 'ledger', 'ledger',
	json_build_object('leaves', json_build_object('from', null, 'to', string_agg(CASE WHEN first = last THEN first::text ELSE first || '-' || last END, ', ' ORDER BY first))), '["leaves"]', 'migration'
FROM (SELECT min("index") AS first, max("index") AS last FROM (SELECT "index", "index" - row_number() OVER (ORDER BY "index") AS island FROM "ledger_leaves" WHERE "salt" IS NULL) erased GROUP BY island) ranges
HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO "ledger_pending" ("record_id", "kind") SELECT DISTINCT "record_id", "kind" FROM "ledger_leaves" WHERE "salt" IS NULL ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- A deployment has no history of its own: its leaf proves that it was reported, so that none disappears.
CREATE OR REPLACE FUNCTION await_leaf() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'audit_events' THEN
		INSERT INTO ledger_pending (record_id, kind) SELECT id, 'audit-entry' FROM written ON CONFLICT DO NOTHING;
	ELSIF TG_TABLE_NAME = 'deployments' THEN
		INSERT INTO ledger_pending (record_id, kind) SELECT id, 'deployment' FROM written ON CONFLICT DO NOTHING;
	ELSE
		INSERT INTO ledger_pending (record_id, kind) SELECT reference || '/' || number, 'review-version' FROM written ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "deployments_await_leaf" AFTER INSERT ON "deployments" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION await_leaf();--> statement-breakpoint
INSERT INTO "ledger_pending" ("record_id", "kind") SELECT "id", 'deployment' FROM "deployments";
