DROP INDEX "changes_number_key";--> statement-breakpoint
DROP INDEX "incidents_number_key";--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "twin" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "twin" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "changes" t SET "twin" = s.place FROM (
  SELECT "number", row_number() OVER (PARTITION BY lower(regexp_replace("number", '^(change|incident)( (request|ticket|record|number))?[ :#]+(?=[^ ]*[0-9][^ ]*$)', '', 'i')) ORDER BY "number") - 1 AS place FROM "changes") s
WHERE s."number" = t."number" AND s.place > 0;--> statement-breakpoint
UPDATE "incidents" t SET "twin" = s.place FROM (
  SELECT "number", row_number() OVER (PARTITION BY lower(regexp_replace("number", '^(change|incident)( (request|ticket|record|number))?[ :#]+(?=[^ ]*[0-9][^ ]*$)', '', 'i')) ORDER BY "number") - 1 AS place FROM "incidents") s
WHERE s."number" = t."number" AND s.place > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "changes_number_key" ON "changes" USING btree (lower(regexp_replace("number", '^(change|incident)( (request|ticket|record|number))?[ :#]+(?=[^ ]*[0-9][^ ]*$)', '', 'i')),"twin");--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_number_key" ON "incidents" USING btree (lower(regexp_replace("number", '^(change|incident)( (request|ticket|record|number))?[ :#]+(?=[^ ]*[0-9][^ ]*$)', '', 'i')),"twin");