CREATE TABLE "account_identities" (
	"issuer" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"linked_at" timestamptz(3) NOT NULL,
	CONSTRAINT "account_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "account_identities_account" ON "account_identities" USING btree ("account_id","issuer");