CREATE TABLE "accounts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"email" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"role" text collate "C" NOT NULL,
	"password_hash" text,
	"session_version" integer DEFAULT 1 NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"origin" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"system" text collate "C" NOT NULL,
	"scope" text collate "C" NOT NULL,
	"token_hash" text collate "C" NOT NULL,
	"hint" text collate "C" NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3),
	"last_used_at" timestamptz(3),
	"revoked_at" timestamptz(3),
	"origin" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"actor_kind" text collate "C" NOT NULL,
	"actor_id" text collate "C" NOT NULL,
	"actor_name" text NOT NULL,
	"action" text collate "C" NOT NULL,
	"entity_type" text collate "C" NOT NULL,
	"entity_id" text collate "C" NOT NULL,
	"changes" json NOT NULL,
	"request_id" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text collate "C" NOT NULL,
	"operation" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"request_hash" text collate "C" NOT NULL,
	"status" integer,
	"headers" json,
	"body" text,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "idempotency_keys_caller_operation_key_pk" PRIMARY KEY("caller","operation","key")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"source_change" text collate "C",
	"article_type" text collate "C",
	"source_pir" text collate "C",
	"category" text collate "C",
	"subcategory" text collate "C",
	"polarity" text collate "C",
	"tags" text[] NOT NULL,
	"technologies" text[] NOT NULL,
	"created" date NOT NULL,
	"author" text,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', content)) STORED,
	"origin" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"number" text collate "C" PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"state" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"risk" text collate "C",
	"affected_services" text[] NOT NULL,
	"implementation_plan" json,
	"risk_assessment" json,
	"backout_plan" json,
	"planned_start" timestamptz(3),
	"planned_end" timestamptz(3),
	"actual_start" timestamptz(3),
	"actual_end" timestamptz(3),
	"assigned_to" text collate "C",
	"requested_by" text collate "C",
	"assignment_group" text collate "C",
	"pir_completed" boolean DEFAULT false NOT NULL,
	"pir_reference" text collate "C",
	"pir_outcome" text collate "C",
	"pir_date" date,
	"is_stub" boolean DEFAULT false NOT NULL,
	"origin" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"number" text collate "C" PRIMARY KEY NOT NULL,
	"short_description" text NOT NULL,
	"priority" text collate "C" NOT NULL,
	"priority_level" smallint,
	"state" text collate "C" NOT NULL,
	"opened_at" timestamptz(3) NOT NULL,
	"resolved_at" timestamptz(3),
	"related_change" text collate "C",
	"affected_service" text collate "C",
	"origin" text NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price" numeric(14, 2) NOT NULL,
	"category" text collate "C" NOT NULL,
	"origin" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"bio" text NOT NULL,
	"location" text NOT NULL,
	"avatar_url" text,
	"origin" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "improvements" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"source_type" text collate "C" NOT NULL,
	"source_ref" text collate "C" NOT NULL,
	"owner" text collate "C" NOT NULL,
	"target_date" date NOT NULL,
	"category" text collate "C",
	"priority" text collate "C",
	"status" text collate "C" NOT NULL,
	"origin" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash" ON "api_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_events_entity" ON "audit_events" USING btree ("entity_type","entity_id","at");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "articles_created" ON "articles" USING btree ("created","id");--> statement-breakpoint
CREATE INDEX "articles_source_change" ON "articles" USING btree ("source_change");--> statement-breakpoint
CREATE INDEX "articles_source_pir" ON "articles" USING btree ("source_pir");--> statement-breakpoint
CREATE INDEX "articles_search" ON "articles" USING gin ("search");--> statement-breakpoint
CREATE INDEX "articles_tags" ON "articles" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "articles_technologies" ON "articles" USING gin ("technologies");--> statement-breakpoint
CREATE INDEX "changes_created_at" ON "changes" USING btree ("created_at","number");--> statement-breakpoint
CREATE INDEX "changes_state" ON "changes" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "changes_pir_reference" ON "changes" USING btree ("pir_reference");--> statement-breakpoint
CREATE INDEX "incidents_opened_at" ON "incidents" USING btree ("opened_at","number");--> statement-breakpoint
CREATE INDEX "incidents_related_change" ON "incidents" USING btree ("related_change");--> statement-breakpoint
CREATE INDEX "incidents_affected_service" ON "incidents" USING btree ("affected_service","opened_at");--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("category","id");--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("price","id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("name_key","id");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "improvements_created_at" ON "improvements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "improvements_source_ref" ON "improvements" USING btree ("source_ref");--> statement-breakpoint
CREATE INDEX "improvements_owner" ON "improvements" USING btree ("owner","target_date");--> statement-breakpoint
CREATE INDEX "improvements_status" ON "improvements" USING btree ("status","target_date");