CREATE TABLE "absences" (
	"account_id" text collate "C" PRIMARY KEY NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"delegate_id" text collate "C" NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_invitations" (
	"account_id" text collate "C" PRIMARY KEY NOT NULL,
	"secret_hash" text collate "C" NOT NULL,
	"invited_by" text NOT NULL,
	"invited_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "user_name" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "department" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "absences_delegate" ON "absences" USING btree ("delegate_id");