-- Links in mail that let their holder act without signing in were stored readably. They are sealed from now on.
UPDATE "mails" SET "content" = json_build_object('lead', "content" ->> 'lead'), "send_after" = NULL,
  "fault" = CASE WHEN "sent_at" IS NULL THEN 'not sent before an upgrade, which removed its link: ask for a new one' ELSE "fault" END
  WHERE "topic" IN ('account', 'question') AND ("content" -> 'action' ->> 'path') IS NOT NULL;
