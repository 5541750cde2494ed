ALTER TABLE "former_states" ADD COLUMN "actual_end" timestamptz(3);--> statement-breakpoint
ALTER TABLE "former_states" ADD COLUMN "rolled_back_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "former_states" ADD COLUMN "started_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "former_states" ADD COLUMN "type" text collate "C";--> statement-breakpoint
ALTER TABLE "former_states" ADD COLUMN "assignment_group" text collate "C";--> statement-breakpoint
ALTER TABLE "former_states" ADD COLUMN "affected_services" text[];--> statement-breakpoint
-- Figures have shown these as they are now; they stay so for the states before this migration.
UPDATE former_states SET actual_end = c.actual_end, rolled_back_at = c.rolled_back_at,
	started_at = coalesce(c.actual_start, c.planned_start, c.actual_end), type = c.type, assignment_group = c.assignment_group,
	affected_services = c.affected_services
FROM changes c WHERE c.number = change_number;
--> statement-breakpoint
ALTER TABLE "former_states" ALTER COLUMN "type" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "former_states" ALTER COLUMN "affected_services" SET NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_former_state(kept text, moment timestamptz) RETURNS void LANGUAGE sql AS $$
	insert into former_states (change_number, until, is_cancelled, outcome, is_completed, is_closed_failed, status, due_on,
		closed_at, proposed, is_owed, caused_from, caused_until, actual_end, rolled_back_at, started_at, type, assignment_group,
		affected_services)
	select c.number, moment, c.state = 'canceled', c.pir_outcome, c.pir_completed,
		coalesce(c.close_code in ('failed', 'backed_out'), false), r.status, r.due_on,
		case when r.status = 'completed' then r.completed_at when r.waived_by is not null then r.waived_at end,
		r.proposed_outcome, coalesce(d.is_owed, false), i.opened, i.resolved, c.actual_end, c.rolled_back_at,
		coalesce(c.actual_start, c.planned_start, c.actual_end), c.type, c.assignment_group, c.affected_services
	from changes c left join reviews r on r.change_number = c.number
	left join policy_decisions d on d.change_number = c.number
	left join lateral (
		select min(opened_at) as opened, case when bool_and(resolved_at is not null) then max(resolved_at) end as resolved
		from incidents where caused_by_change = c.number) i on true
	where c.number = kept
	on conflict do nothing
$$;
--> statement-breakpoint
DROP TRIGGER "changes_keep_former" ON "changes";--> statement-breakpoint
CREATE TRIGGER "changes_keep_former" BEFORE UPDATE ON "changes" FOR EACH ROW
WHEN ((old.state = 'canceled', old.pir_outcome, old.pir_completed, coalesce(old.close_code in ('failed', 'backed_out'), false))
	IS DISTINCT FROM (new.state = 'canceled', new.pir_outcome, new.pir_completed, coalesce(new.close_code in ('failed', 'backed_out'), false))
	-- A time that was missing replaces none; an erasure replaces names and no state.
	OR current_setting('hindsight.erases', true) IS DISTINCT FROM 'true'
		AND ((old.type, old.assignment_group, old.affected_services) IS DISTINCT FROM (new.type, new.assignment_group, new.affected_services)
		OR old.actual_end IS NOT NULL AND (old.actual_end, coalesce(old.actual_start, old.planned_start))
			IS DISTINCT FROM (new.actual_end, coalesce(new.actual_start, new.planned_start))
		OR old.rolled_back_at IS NOT NULL AND old.rolled_back_at IS DISTINCT FROM new.rolled_back_at))
EXECUTE FUNCTION keep_former_change();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_former_cause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM keep_former_state(old.caused_by_change, statement_timestamp());
		RETURN old;
	END IF;
	PERFORM keep_former_state(old.caused_by_change, new.updated_at);
	PERFORM keep_former_state(new.caused_by_change, new.updated_at);
	RETURN new;
END $$;
--> statement-breakpoint
DROP TRIGGER "incidents_keep_former" ON "incidents";--> statement-breakpoint
CREATE TRIGGER "incidents_keep_former" BEFORE UPDATE ON "incidents" FOR EACH ROW
WHEN (old.caused_by_change IS DISTINCT FROM new.caused_by_change OR old.caused_by_change IS NOT NULL
	AND (old.opened_at <> new.opened_at OR old.resolved_at IS NOT NULL AND old.resolved_at IS DISTINCT FROM new.resolved_at))
EXECUTE FUNCTION keep_former_cause();
--> statement-breakpoint
CREATE TRIGGER "incidents_keep_former_of_deleted" BEFORE DELETE ON "incidents" FOR EACH ROW
WHEN (old.caused_by_change IS NOT NULL) EXECUTE FUNCTION keep_former_cause();
--> statement-breakpoint
-- Makes the states of at most `most` notes again, and returns how many notes it took. One at a time: the states of a note
-- are read after the note was, so they show what it notes.
CREATE OR REPLACE FUNCTION refresh_change_states(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	noted text[];
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('change_states'));
	WITH taken AS (
		DELETE FROM written_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM written_changes LIMIT most)) RETURNING change_number
	) SELECT array_agg(change_number) INTO noted FROM taken;
	DELETE FROM change_states WHERE change_number = ANY (noted);
	INSERT INTO change_states
	SELECT s.since, s.actual_end, coalesce(r.first_due_on, r.due_on),
		CASE WHEN r.reference IS NOT NULL THEN least(v.completed_at, r.completed_at, f.completed_at) END, s.until,
		s.is_cancelled, s.is_completed, s.is_closed_failed, s.is_owed, s.caused_from, s.caused_until, s.outcome, s.status, s.due_on,
		s.proposed, s.closed_at, c.number, s.rolled_back_at, s.started_at, r.created_at,
		CASE WHEN r.reference IS NOT NULL THEN s.open_until END, s.type, s.assignment_group, s.affected_services
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
		SELECT former_states.*, lag(until, 1, '-infinity') OVER states AS since,
			CASE WHEN is_cancelled THEN NULL WHEN status NOT IN ('completed', 'waived') THEN until
				WHEN lag(until) OVER states IS NULL THEN closed_at END AS open_until
		FROM former_states WHERE change_number = c.number WINDOW states AS (ORDER BY until)
		UNION ALL
		SELECT c.number, 'infinity', c.state = 'canceled', c.pir_outcome, c.pir_completed,
			coalesce(c.close_code IN ('failed', 'backed_out'), false), r.status, r.due_on,
			CASE WHEN r.status = 'completed' THEN r.completed_at WHEN r.waived_by IS NOT NULL THEN r.waived_at END,
			r.proposed_outcome, coalesce(d.is_owed, false), i.opened, i.resolved, c.actual_end, c.rolled_back_at,
			coalesce(c.actual_start, c.planned_start, c.actual_end), c.type, c.assignment_group, c.affected_services,
			coalesce(f.until, '-infinity'),
			-- A review that was closed before states were kept was open until then.
			CASE WHEN c.state = 'canceled' THEN NULL
				WHEN r.status NOT IN ('completed', 'waived') THEN 'infinity'
				WHEN f.until IS NULL THEN CASE r.status WHEN 'completed' THEN r.completed_at ELSE r.waived_at END END) s
	WHERE c.number = ANY (noted) AND NOT c.is_stub;
	RETURN coalesce(cardinality(noted), 0);
END $$;
