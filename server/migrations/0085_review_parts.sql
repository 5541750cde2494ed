CREATE TABLE "review_parts" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_parts_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"change_number" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"person" text collate "C" NOT NULL,
	"accounts" text[] NOT NULL,
	"names" text[] NOT NULL,
	"since" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE INDEX "review_parts_change" ON "review_parts" USING btree ("change_number","position");--> statement-breakpoint
CREATE UNIQUE INDEX "review_parts_once" ON "review_parts" USING btree ("change_number","kind","person") WHERE kind <> 'stated';--> statement-breakpoint
-- Parts stay as they are while their change exists. An erasure replaces the person, and a renumbering the number.
CREATE FUNCTION keep_review_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF EXISTS (SELECT FROM changes WHERE number = OLD.change_number) THEN
			RAISE EXCEPTION 'A part in the change % is not deleted while the change exists.', OLD.change_number;
		END IF;
		RETURN OLD;
	END IF;
	IF (NEW.position, NEW.kind, NEW.accounts, NEW.since) IS DISTINCT FROM (OLD.position, OLD.kind, OLD.accounts, OLD.since)
		OR NEW.person <> OLD.person AND NEW.person !~ '(Person |person-)[0-9a-f]{12}'
		OR NEW.names <> OLD.names AND NEW.names <> '{}' AND NEW.names::text !~ 'Person [0-9a-f]{12}'
		OR NEW.change_number <> OLD.change_number AND EXISTS (SELECT FROM changes WHERE number = OLD.change_number)
	THEN
		RAISE EXCEPTION 'A part in the change % is not changed.', OLD.change_number;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "review_parts_kept" BEFORE UPDATE OR DELETE ON "review_parts" FOR EACH ROW EXECUTE FUNCTION keep_review_parts();
--> statement-breakpoint
-- The parts of earlier acts are read from the history once, by the program.
INSERT INTO "counters" ("series", "last") SELECT 'review_parts', 0 WHERE EXISTS (SELECT FROM "changes");
