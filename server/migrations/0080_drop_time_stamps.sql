DELETE FROM "ledger_receipts" WHERE "kind" <> 'cosignature';--> statement-breakpoint
DELETE FROM "settings" WHERE "key" = 'time_stamp_url';--> statement-breakpoint
UPDATE "saved_views" SET "search" = regexp_replace(regexp_replace("search", '(^|&)view=board(?=&|$)', ''), '^&', '') WHERE "page" = 'improvements';--> statement-breakpoint
ALTER TABLE "ledger_receipts" DROP CONSTRAINT "ledger_receipts_kind_size_pk";--> statement-breakpoint
ALTER TABLE "ledger_receipts" ADD PRIMARY KEY ("size");--> statement-breakpoint
ALTER TABLE "ledger_receipts" DROP COLUMN "kind";--> statement-breakpoint
ALTER TABLE "ledger_receipts" DROP COLUMN "response";