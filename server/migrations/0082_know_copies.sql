CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"identity" text NOT NULL,
	"copied_at" timestamptz(3)
);
--> statement-breakpoint
-- The cluster and the database in it. A restore by any tool gives another one; so do pg_upgrade and a move, and an admin then
-- says that it is the real one. Without the right to ask for the cluster, only the database tells copies apart.
CREATE FUNCTION installation_identity() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  database text := (SELECT oid FROM pg_database WHERE datname = current_database());
BEGIN
  RETURN (SELECT system_identifier FROM pg_control_system()) || '/' || database;
EXCEPTION WHEN insufficient_privilege THEN
  RETURN 'unknown/' || database;
END $$;
