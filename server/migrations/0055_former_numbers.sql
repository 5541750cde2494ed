CREATE TABLE "former_numbers" (
	"entity_type" text collate "C" NOT NULL,
	"former" text collate "C" NOT NULL,
	"number" text collate "C" NOT NULL,
	"last_at" timestamptz(3) NOT NULL,
	"last_id" text collate "C" NOT NULL,
	CONSTRAINT "former_numbers_entity_type_former_last_at_last_id_pk" PRIMARY KEY("entity_type","former","last_at","last_id")
);
--> statement-breakpoint
CREATE INDEX "former_numbers_number" ON "former_numbers" USING btree ("entity_type","number");--> statement-breakpoint
CREATE INDEX "audit_events_unlinked_incidents" ON "audit_events" USING btree ((("changes" #>> '{related_change,from}') collate "C")) WHERE entity_type = 'incident' and (("audit_events"."changes" #>> '{related_change,from}') collate "C") is not null;--> statement-breakpoint
CREATE INDEX "audit_events_withdrawn_causes" ON "audit_events" USING btree ((("changes" #>> '{caused_by_change,from}') collate "C")) WHERE entity_type = 'incident' and (("audit_events"."changes" #>> '{caused_by_change,from}') collate "C") is not null;