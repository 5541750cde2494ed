CREATE TABLE "change_states" (
	"since" timestamptz(3) NOT NULL,
	"actual_end" timestamptz(3),
	"first_due_on" date,
	"first_completed_at" timestamptz(3),
	"until" timestamptz(3) NOT NULL,
	"is_cancelled" boolean NOT NULL,
	"is_completed" boolean NOT NULL,
	"is_closed_failed" boolean NOT NULL,
	"is_owed" boolean NOT NULL,
	"caused_from" timestamptz(3),
	"caused_until" timestamptz(3),
	"outcome" text collate "C",
	"status" text collate "C",
	"due_on" date,
	"proposed" text collate "C",
	"closed_at" timestamptz(3),
	"change_number" text collate "C" NOT NULL,
	"rolled_back_at" timestamptz(3),
	"started_at" timestamptz(3),
	"reviewed_from" timestamptz(3),
	"open_until" timestamptz(3),
	"type" text collate "C" NOT NULL,
	"assignment_group" text collate "C",
	"affected_services" text[] NOT NULL,
	CONSTRAINT "change_states_change_number_until_pk" PRIMARY KEY("change_number","until")
);
--> statement-breakpoint
CREATE TABLE "written_changes" (
	"change_number" text collate "C" NOT NULL
);
--> statement-breakpoint
DROP INDEX "former_states_until";--> statement-breakpoint
DROP INDEX "former_actions_until";--> statement-breakpoint
DROP INDEX "incidents_by_duration";--> statement-breakpoint
CREATE INDEX "incidents_by_duration" ON "incidents" USING btree ("affected_service",(width_bucket(coalesce(extract(epoch from "resolved_at" - "opened_at")::float8, 'infinity'), array[7200, 86400]::float8[])),"opened_at","resolved_at");--> statement-breakpoint
CREATE FUNCTION note_written_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	numbers text[];
BEGIN
	CASE
		WHEN TG_OP = 'TRUNCATE' THEN numbers := ARRAY(SELECT change_number FROM change_states);
		WHEN TG_TABLE_NAME = 'changes' THEN numbers := ARRAY[old.number, new.number];
		WHEN TG_TABLE_NAME = 'incidents' THEN numbers := ARRAY[old.caused_by_change, new.caused_by_change];
		WHEN TG_TABLE_NAME = 'review_versions' THEN
			numbers := ARRAY(SELECT change_number FROM reviews WHERE reference IN (old.reference, new.reference));
		ELSE numbers := ARRAY[old.change_number, new.change_number];
	END CASE;
	INSERT INTO written_changes SELECT DISTINCT number FROM unnest(numbers) AS number WHERE number IS NOT NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "changes_note_written" AFTER INSERT OR UPDATE OR DELETE ON "changes" FOR EACH ROW EXECUTE FUNCTION note_written_change();
--> statement-breakpoint
CREATE TRIGGER "changes_note_truncated" AFTER TRUNCATE ON "changes" FOR EACH STATEMENT EXECUTE FUNCTION note_written_change();
--> statement-breakpoint
CREATE TRIGGER "reviews_note_written" AFTER INSERT OR UPDATE OR DELETE ON "reviews" FOR EACH ROW EXECUTE FUNCTION note_written_change();
--> statement-breakpoint
CREATE TRIGGER "review_versions_note_written" AFTER INSERT OR UPDATE OR DELETE ON "review_versions" FOR EACH ROW EXECUTE FUNCTION note_written_change();
--> statement-breakpoint
CREATE TRIGGER "policy_decisions_note_written" AFTER INSERT OR UPDATE OR DELETE ON "policy_decisions" FOR EACH ROW EXECUTE FUNCTION note_written_change();
--> statement-breakpoint
CREATE TRIGGER "incidents_note_inserted" AFTER INSERT ON "incidents" FOR EACH ROW WHEN (new.caused_by_change IS NOT NULL) EXECUTE FUNCTION note_written_change();
--> statement-breakpoint
CREATE TRIGGER "incidents_note_updated" AFTER UPDATE ON "incidents" FOR EACH ROW WHEN (coalesce(old.caused_by_change, new.caused_by_change) IS NOT NULL) EXECUTE FUNCTION note_written_change();
--> statement-breakpoint
CREATE TRIGGER "incidents_note_deleted" AFTER DELETE ON "incidents" FOR EACH ROW WHEN (old.caused_by_change IS NOT NULL) EXECUTE FUNCTION note_written_change();
--> statement-breakpoint
-- Makes the states of at most `most` notes again, and returns how many notes it took. One at a time: the states of a note
-- are read after the note was, so they show what it notes.
CREATE FUNCTION refresh_change_states(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	noted text[];
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('change_states'));
	WITH taken AS (
		DELETE FROM written_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM written_changes LIMIT most)) RETURNING change_number
	) SELECT array_agg(change_number) INTO noted FROM taken;
	DELETE FROM change_states WHERE change_number = ANY (noted);
	INSERT INTO change_states
	SELECT s.since, c.actual_end, coalesce(r.first_due_on, r.due_on),
		CASE WHEN r.reference IS NOT NULL THEN least(v.completed_at, r.completed_at, f.completed_at) END, s.until,
		s.is_cancelled, s.is_completed, s.is_closed_failed, s.is_owed, s.caused_from, s.caused_until, s.outcome, s.status, s.due_on,
		s.proposed, s.closed_at, c.number, c.rolled_back_at, coalesce(c.actual_start, c.planned_start, c.actual_end), r.created_at,
		CASE WHEN r.reference IS NOT NULL THEN s.open_until END, c.type, c.assignment_group, c.affected_services
	FROM changes c
	LEFT JOIN reviews r ON r.change_number = c.number
	LEFT JOIN review_versions v ON v.reference = r.reference AND v.number = 1
	LEFT JOIN policy_decisions d ON d.change_number = c.number
	CROSS JOIN LATERAL (
		SELECT min(opened_at) AS opened, CASE WHEN bool_and(resolved_at IS NOT NULL) THEN max(resolved_at) END AS resolved
		FROM incidents WHERE caused_by_change = c.number) i
	CROSS JOIN LATERAL (
		SELECT max(until) AS until, min(closed_at) FILTER (WHERE status = 'completed') AS completed_at
		FROM former_states WHERE change_number = c.number) f
	CROSS JOIN LATERAL (
		SELECT former_states.*, lag(until, 1, '-infinity') OVER (ORDER BY until) AS since,
			CASE WHEN status NOT IN ('completed', 'waived') AND NOT is_cancelled THEN until END AS open_until
		FROM former_states WHERE change_number = c.number
		UNION ALL
		SELECT c.number, 'infinity', c.state = 'canceled', c.pir_outcome, c.pir_completed,
			coalesce(c.close_code IN ('failed', 'backed_out'), false), r.status, r.due_on,
			CASE WHEN r.status = 'completed' THEN r.completed_at WHEN r.waived_by IS NOT NULL THEN r.waived_at END,
			r.proposed_outcome, coalesce(d.is_owed, false), i.opened, i.resolved, coalesce(f.until, '-infinity'),
			-- A review that was closed before states were kept was open until then.
			CASE WHEN c.state = 'canceled' THEN NULL
				WHEN r.status NOT IN ('completed', 'waived') THEN 'infinity'
				WHEN f.until IS NULL THEN CASE r.status WHEN 'completed' THEN r.completed_at ELSE r.waived_at END END) s
	WHERE c.number = ANY (noted) AND NOT c.is_stub;
	RETURN coalesce(cardinality(noted), 0);
END $$;
--> statement-breakpoint
INSERT INTO written_changes SELECT number FROM changes;
--> statement-breakpoint
SELECT refresh_change_states(2147483647);
--> statement-breakpoint
CREATE INDEX "change_states_actual_end" ON "change_states" USING btree ("actual_end","until");--> statement-breakpoint
CREATE INDEX "change_states_first_due_on" ON "change_states" USING btree ("first_due_on");--> statement-breakpoint
CREATE INDEX "change_states_first_completed_at" ON "change_states" USING btree ("first_completed_at");--> statement-breakpoint
CREATE INDEX "change_states_open_until" ON "change_states" USING btree ("open_until");--> statement-breakpoint
CREATE INDEX "change_states_waived" ON "change_states" USING btree ("closed_at") WHERE status = 'waived';
