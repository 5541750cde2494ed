CREATE TABLE "article_votes" (
	"article_id" text collate "C" NOT NULL,
	"voter" text collate "C" NOT NULL,
	"change_number" text collate "C" NOT NULL,
	"is_useful" boolean NOT NULL,
	"voted_at" timestamptz(3) NOT NULL,
	CONSTRAINT "article_votes_article_id_voter_change_number_pk" PRIMARY KEY("article_id","voter","change_number")
);
--> statement-breakpoint
CREATE TABLE "request_counts" (
	"key" text collate "C" NOT NULL,
	"process" text collate "C" NOT NULL,
	"count" integer NOT NULL,
	"ends_at" bigint NOT NULL,
	CONSTRAINT "request_counts_key_process_pk" PRIMARY KEY("key","process")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"email" text collate "C" PRIMARY KEY NOT NULL,
	"is_mail_on" boolean NOT NULL,
	"is_digest_on" boolean NOT NULL,
	"last_digest_on" text collate "C",
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"topic" text collate "C" NOT NULL,
	"subject" text NOT NULL,
	"content" json NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"send_after" timestamptz(3),
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamptz(3),
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"path" text collate "C" NOT NULL,
	"once_key" text collate "C",
	"created_at" timestamptz(3) NOT NULL,
	"read_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"day" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"origin" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policy_decisions" (
	"change_number" text collate "C" PRIMARY KEY NOT NULL,
	"is_owed" boolean NOT NULL,
	"is_sampled" boolean NOT NULL,
	"reasons" json NOT NULL,
	"form" text collate "C",
	"due_on" date,
	"assignee" text collate "C",
	"assigned_through" text,
	"decided_at" timestamptz(3) NOT NULL,
	"origin" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policy_rules" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"conditions" json NOT NULL,
	"form" text collate "C" NOT NULL,
	"due_business_days" integer NOT NULL,
	"needs_sign_off" boolean NOT NULL,
	"assignment" json NOT NULL,
	"origin" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviewer_groups" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"members" text[] NOT NULL,
	"last" text collate "C",
	"origin" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_reviewers" (
	"service" text collate "C" PRIMARY KEY NOT NULL,
	"reviewer" text collate "C" NOT NULL,
	"origin" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requester_questions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"reference" text collate "C" NOT NULL,
	"requester" text collate "C" NOT NULL,
	"question" text NOT NULL,
	"asked_by" text collate "C" NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamptz(3) NOT NULL,
	"secret_hash" text collate "C" NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"answer" text collate "C",
	"remark" text,
	"answered_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "review_comments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"reference" text collate "C" NOT NULL,
	"author" text collate "C" NOT NULL,
	"author_name" text NOT NULL,
	"body" text NOT NULL,
	"mentions" text[] NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"edited_at" timestamptz(3),
	"deleted_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "review_versions" (
	"reference" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"completed_at" timestamptz(3) NOT NULL,
	"completed_by" text NOT NULL,
	"signed_off_by" text,
	"outcome" text collate "C" NOT NULL,
	"snapshot" json NOT NULL,
	"reopened_at" timestamptz(3),
	"reopened_by" text,
	"reopen_reason" text,
	CONSTRAINT "review_versions_reference_number_pk" PRIMARY KEY("reference","number")
);
--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "reviewer" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "reviewer_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "close_code" text collate "C";--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "is_unauthorized" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', short_description)) STORED;--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "evidence" text;--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "done_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "done_by" text collate "C";--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "verified_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "verified_by" text collate "C";--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "recheck_on" date;--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "look_since" timestamptz(3);--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "look_reason" text;--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "looked_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "improvements" ADD COLUMN "escalated_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "form" text collate "C" DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reasons" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "needs_sign_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "started_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "submitted_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "submitted_by" text collate "C";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "signed_off_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "signed_off_by" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "proposed_outcome" text collate "C";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "returned" json;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "completions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reminded_at" timestamptz(3);--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("send_after","id") WHERE send_after is not null;--> statement-breakpoint
CREATE INDEX "mails_created_at" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_recipient" ON "notifications" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("recipient","once_key");--> statement-breakpoint
CREATE INDEX "policy_decisions_decided_at" ON "policy_decisions" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "requester_questions_reference" ON "requester_questions" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "requester_questions_secret" ON "requester_questions" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "review_comments_reference" ON "review_comments" USING btree ("reference","created_at");--> statement-breakpoint
CREATE INDEX "changes_actual_end" ON "changes" USING btree ("actual_end");--> statement-breakpoint
CREATE INDEX "incidents_search" ON "incidents" USING gin ("search");--> statement-breakpoint
CREATE INDEX "reviews_status" ON "reviews" USING btree ("status","due_on");--> statement-breakpoint
CREATE INDEX "reviews_completed_at" ON "reviews" USING btree ("completed_at");