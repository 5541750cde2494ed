LOCK TABLE "mails" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
-- A process of an earlier release may have stored further ones since they are sealed.
UPDATE "mails" SET "content" = json_build_object('lead', "content" ->> 'lead'), "send_after" = NULL,
  "fault" = CASE WHEN "sent_at" IS NULL THEN 'not sent before an upgrade, which removed its link: ask for a new one' ELSE "fault" END
  WHERE "topic" IN ('account', 'question') AND ("content" -> 'action' ->> 'path') IS NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_sealed" CHECK (topic not in ('account', 'question') or content #>> '{action,path}' is null);