CREATE TABLE "list_layouts" (
	"account_id" text collate "C" NOT NULL,
	"page" text collate "C" NOT NULL,
	"columns" text[] NOT NULL,
	"density" text collate "C" NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "list_layouts_account_id_page_pk" PRIMARY KEY("account_id","page")
);
--> statement-breakpoint
CREATE INDEX "review_steps_incidents" ON "review_steps" USING gin (jsonb_path_query_array("form"::jsonb, '$.decisions[*].incident')) WHERE step = 'incidents';