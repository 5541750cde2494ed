CREATE TABLE "former_actions" (
	"id" text collate "C" NOT NULL,
	"until" timestamptz(3) NOT NULL,
	"status" text collate "C" NOT NULL,
	"done_at" timestamptz(3),
	CONSTRAINT "former_actions_id_until_pk" PRIMARY KEY("id","until")
);
--> statement-breakpoint
CREATE TABLE "former_states" (
	"change_number" text collate "C" NOT NULL,
	"until" timestamptz(3) NOT NULL,
	"is_cancelled" boolean NOT NULL,
	"outcome" text collate "C",
	"is_completed" boolean NOT NULL,
	"is_closed_failed" boolean NOT NULL,
	"status" text collate "C",
	"due_on" date,
	"closed_at" timestamptz(3),
	"proposed" text collate "C",
	"is_owed" boolean NOT NULL,
	"caused_from" timestamptz(3),
	"caused_until" timestamptz(3),
	CONSTRAINT "former_states_change_number_until_pk" PRIMARY KEY("change_number","until")
);
--> statement-breakpoint
CREATE TABLE "weekly_packs" (
	"week" date PRIMARY KEY NOT NULL,
	"pack" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "first_target_date" date;--> statement-breakpoint
CREATE INDEX "former_actions_until" ON "former_actions" USING btree ("until");--> statement-breakpoint
CREATE INDEX "former_states_until" ON "former_states" USING btree ("until");--> statement-breakpoint
CREATE INDEX "improvements_by_first_target" ON "improvements" USING btree (coalesce("first_target_date", "target_date"));--> statement-breakpoint
-- Keeps the state of a change before the first write of a moment: what follows at the same moment belongs to that write.
CREATE FUNCTION keep_former_state(kept text, moment timestamptz) RETURNS void LANGUAGE sql AS $$
	insert into former_states
	select c.number, moment, c.state = 'canceled', c.pir_outcome, c.pir_completed,
		coalesce(c.close_code in ('failed', 'backed_out'), false), r.status, r.due_on,
		case when r.status = 'completed' then r.completed_at when r.waived_by is not null then r.waived_at end, r.proposed_outcome, coalesce(d.is_owed, false), i.opened, i.resolved
	from changes c left join reviews r on r.change_number = c.number
	left join policy_decisions d on d.change_number = c.number
	left join lateral (
		select min(opened_at) as opened, case when bool_and(resolved_at is not null) then max(resolved_at) end as resolved
		from incidents where caused_by_change = c.number) i on true
	where c.number = kept
	on conflict do nothing
$$;
--> statement-breakpoint
CREATE FUNCTION keep_former_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_former_state(old.number, new.updated_at);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "changes_keep_former" BEFORE UPDATE ON "changes" FOR EACH ROW
WHEN ((old.state = 'canceled', old.pir_outcome, old.pir_completed, coalesce(old.close_code in ('failed', 'backed_out'), false))
	IS DISTINCT FROM (new.state = 'canceled', new.pir_outcome, new.pir_completed, coalesce(new.close_code in ('failed', 'backed_out'), false)))
EXECUTE FUNCTION keep_former_change();
--> statement-breakpoint
CREATE FUNCTION keep_former_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_former_state(old.change_number, new.updated_at);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "reviews_keep_former" BEFORE UPDATE ON "reviews" FOR EACH ROW
WHEN (old.change_number = new.change_number
	AND (old.status, old.due_on, old.waived_by, old.proposed_outcome)
	IS DISTINCT FROM (new.status, new.due_on, new.waived_by, new.proposed_outcome))
EXECUTE FUNCTION keep_former_review();
--> statement-breakpoint
CREATE FUNCTION keep_former_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_former_state(old.change_number, new.decided_at);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "policy_decisions_keep_former" BEFORE UPDATE ON "policy_decisions" FOR EACH ROW
WHEN (old.is_owed IS DISTINCT FROM new.is_owed) EXECUTE FUNCTION keep_former_decision();
--> statement-breakpoint
CREATE FUNCTION keep_former_cause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_former_state(old.caused_by_change, new.updated_at);
	PERFORM keep_former_state(new.caused_by_change, new.updated_at);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "incidents_keep_former" BEFORE UPDATE ON "incidents" FOR EACH ROW
WHEN (old.caused_by_change IS DISTINCT FROM new.caused_by_change) EXECUTE FUNCTION keep_former_cause();
--> statement-breakpoint
CREATE FUNCTION drop_former_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM former_states f USING removed WHERE f.change_number = removed.number;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER "changes_drop_former" AFTER DELETE ON "changes" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION drop_former_states();
--> statement-breakpoint
CREATE FUNCTION keep_former_action() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.target_date <> old.target_date THEN
		new.first_target_date := nullif(coalesce(old.first_target_date, old.target_date), new.target_date);
	END IF;
	IF (new.status, new.done_at) IS DISTINCT FROM (old.status, old.done_at) THEN
		INSERT INTO former_actions VALUES (old.id, new.updated_at, old.status, coalesce(old.done_at, old.verified_at)) ON CONFLICT DO NOTHING;
	END IF;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "improvements_keep_former" BEFORE UPDATE ON "improvements" FOR EACH ROW EXECUTE FUNCTION keep_former_action();
--> statement-breakpoint
CREATE FUNCTION drop_former_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM former_actions f USING removed WHERE f.id = removed.id;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER "improvements_drop_former" AFTER DELETE ON "improvements" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION drop_former_actions();
--> statement-breakpoint
-- The states before this migration, from the history: the value before an entry is what the next entry of its field was
-- changed from, or else the current one.
INSERT INTO former_states
WITH entries AS (
	SELECT coalesce(r.change_number, e.entity_id) AS number, e.at, f.key, f.value ->> 'from' AS was
	FROM audit_events e LEFT JOIN reviews r ON e.entity_type = 'review' AND r.reference = e.entity_id
	CROSS JOIN LATERAL jsonb_each(e.changes::jsonb) AS f
	WHERE e.entity_type IN ('change', 'review') AND e.action <> 'create' AND jsonb_typeof(f.value) = 'object'
		AND f.key = ANY (CASE e.entity_type WHEN 'review' THEN array['status', 'due_on'] ELSE array['state', 'pir_outcome', 'pir_completed', 'close_code'] END)
), moments AS (
	SELECT number, at, jsonb_object_agg(key, was) AS was FROM entries GROUP BY number, at
), later AS (
	SELECT *, count(*) FILTER (WHERE was ? 'status') OVER past AS status, count(*) FILTER (WHERE was ? 'due_on') OVER past AS due,
		count(*) FILTER (WHERE was ? 'state') OVER past AS state, count(*) FILTER (WHERE was ? 'pir_outcome') OVER past AS outcome,
		count(*) FILTER (WHERE was ? 'pir_completed') OVER past AS completed, count(*) FILTER (WHERE was ? 'close_code') OVER past AS code
	FROM moments WINDOW past AS (PARTITION BY number ORDER BY at DESC)
), filled AS (
	SELECT number, at, status > 0 AS has_status, due > 0 AS has_due, state > 0 AS has_state, outcome > 0 AS has_outcome,
		completed > 0 AS has_completed, code > 0 AS has_code,
		max(was ->> 'status') OVER (PARTITION BY number, status) AS status, max(was ->> 'due_on') OVER (PARTITION BY number, due) AS due,
		max(was ->> 'state') OVER (PARTITION BY number, state) AS state, max(was ->> 'pir_outcome') OVER (PARTITION BY number, outcome) AS outcome,
		max(was ->> 'pir_completed') OVER (PARTITION BY number, completed) AS completed, max(was ->> 'close_code') OVER (PARTITION BY number, code) AS code
	FROM later
)
SELECT c.number, f.at, CASE WHEN f.has_state THEN f.state ELSE c.state END = 'canceled',
	CASE WHEN f.has_outcome THEN f.outcome ELSE c.pir_outcome END,
	CASE WHEN f.has_completed THEN coalesce(f.completed::boolean, false) ELSE c.pir_completed END,
	coalesce(CASE WHEN f.has_code THEN f.code ELSE c.close_code END IN ('failed', 'backed_out'), false),
	CASE WHEN f.has_status THEN f.status ELSE r.status END, CASE WHEN f.has_due THEN f.due::date ELSE r.due_on END,
	NULL, r.proposed_outcome, coalesce(d.is_owed, false), i.opened, i.resolved
FROM filled f JOIN changes c ON c.number = f.number LEFT JOIN reviews r ON r.change_number = c.number
LEFT JOIN policy_decisions d ON d.change_number = c.number
LEFT JOIN LATERAL (
	SELECT min(opened_at) AS opened, CASE WHEN bool_and(resolved_at IS NOT NULL) THEN max(resolved_at) END AS resolved
	FROM incidents WHERE caused_by_change = c.number) i ON true
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE improvements SET first_target_date = moved.was FROM (
	SELECT DISTINCT ON (entity_id) entity_id, (changes #>> '{target_date,from}')::date AS was FROM audit_events
	WHERE entity_type = 'improvement' AND changes #>> '{target_date,from}' IS NOT NULL ORDER BY entity_id, at
) moved WHERE moved.entity_id = improvements.id AND moved.was <> improvements.target_date;
