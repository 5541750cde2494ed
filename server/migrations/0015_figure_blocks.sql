CREATE TABLE "figure_blocks" (
	"source" text collate "C" NOT NULL,
	"from_key" text collate "C" NOT NULL,
	"block" "bytea" NOT NULL,
	CONSTRAINT "figure_blocks_source_from_key_pk" PRIMARY KEY("source","from_key")
);
--> statement-breakpoint
CREATE TABLE "figure_states" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"token" text collate "C" NOT NULL,
	"shape" text NOT NULL,
	"state" json NOT NULL,
	"stored_at" timestamptz(3) NOT NULL
);
