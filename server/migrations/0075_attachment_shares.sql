ALTER TABLE "attachment_parts" ADD COLUMN "uploader" text collate "C";--> statement-breakpoint
UPDATE "attachment_parts" SET "uploader" = "accounts"."id" FROM "attachments", "accounts"
  WHERE "attachments"."id" = "attachment_parts"."attachment_id" AND lower("accounts"."email") = lower("attachments"."uploaded_by");
