CREATE TABLE "review_proposals" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"reference" text collate "C" NOT NULL,
	"part" json NOT NULL,
	"proposed_by_id" text collate "C" NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamptz(3) NOT NULL,
	"state" text collate "C" DEFAULT 'open' NOT NULL,
	"decided_by" text collate "C",
	"decided_at" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "review_proposals_open" ON "review_proposals" USING btree ("reference","proposed_at") WHERE state = 'open';