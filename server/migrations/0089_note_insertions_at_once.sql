CREATE FUNCTION note_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('INSERT INTO written_changes SELECT DISTINCT %I FROM inserted WHERE %1$I IS NOT NULL', TG_ARGV[0]);
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER changes_note_written ON changes;--> statement-breakpoint
DROP TRIGGER incidents_note_inserted ON incidents;--> statement-breakpoint
CREATE TRIGGER changes_note_written AFTER UPDATE OR DELETE ON changes FOR EACH ROW EXECUTE FUNCTION note_written_change();--> statement-breakpoint
CREATE TRIGGER changes_note_inserted AFTER INSERT ON changes REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION note_inserted('number');--> statement-breakpoint
CREATE TRIGGER incidents_note_inserted AFTER INSERT ON incidents REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION note_inserted('caused_by_change');
