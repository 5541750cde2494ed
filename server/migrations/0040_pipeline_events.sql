ALTER TABLE "changes" ADD COLUMN "rolled_back_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "alert_groups" ADD COLUMN "alerts" json NOT NULL;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "handling_reason" text;--> statement-breakpoint
CREATE INDEX "deployments_unrecorded" ON "deployments" USING btree ("started_at") WHERE matched_by = 'pipeline' and handled_at is null;