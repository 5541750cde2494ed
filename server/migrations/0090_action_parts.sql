CREATE TABLE "action_parts" (
	"action" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"person" text collate "C" NOT NULL,
	"accounts" text[] NOT NULL,
	"since" timestamptz(3) NOT NULL,
	CONSTRAINT "action_parts_action_kind_person_pk" PRIMARY KEY("action","kind","person")
);
--> statement-breakpoint
-- Parts stay as they are while their action exists. An erasure replaces the person.
CREATE FUNCTION keep_action_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF NOT EXISTS (SELECT FROM improvements WHERE id = OLD.action) THEN
			RETURN OLD;
		END IF;
	ELSIF (NEW.action, NEW.kind, NEW.accounts, NEW.since) = (OLD.action, OLD.kind, OLD.accounts, OLD.since)
		AND NEW.person ~ '(Person |person-)[0-9a-f]{12}'
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'A part in the action % is not changed or deleted while the action exists.', OLD.action;
END $$;--> statement-breakpoint
CREATE TRIGGER "action_parts_kept" BEFORE UPDATE OR DELETE ON "action_parts" FOR EACH ROW EXECUTE FUNCTION keep_action_parts();
--> statement-breakpoint
-- The parts of earlier acts are read from the history once, by the program.
INSERT INTO "counters" ("series", "last") SELECT 'action_parts', 0 WHERE EXISTS (SELECT FROM "improvements");
