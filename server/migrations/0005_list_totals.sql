CREATE TABLE "list_totals" (
	"list" text collate "C" PRIMARY KEY NOT NULL,
	"epoch" text collate "C" NOT NULL,
	"writes" bigint NOT NULL,
	"inserted" bigint NOT NULL,
	"removed" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_writes" (
	"list" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"inserted" integer NOT NULL,
	"removed" integer NOT NULL,
	CONSTRAINT "list_writes_list_id_pk" PRIMARY KEY("list","id")
);
