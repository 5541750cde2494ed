ALTER TABLE "reviews" ADD COLUMN "set_through_api" json;--> statement-breakpoint
UPDATE "reviews" SET "writers" = written."emails" FROM (
	SELECT event."entity_id" AS "reference", array_agg(DISTINCT accounts."email"::text) AS "emails"
	FROM "audit_events" event
	JOIN "accounts" ON accounts."id" = event."actor_id"
	WHERE event."entity_type" = 'review' AND event."actor_kind" = 'account'
		AND EXISTS (
			SELECT FROM json_object_keys(event."changes") field
			WHERE field ~ '^(plan|risk|incidents|outcome|improvements|lessons)\.'
		)
		AND NOT EXISTS (
			SELECT FROM "audit_events" reopening
			WHERE reopening."entity_type" = 'review' AND reopening."entity_id" = event."entity_id"
				AND reopening."at" >= event."at" AND reopening."changes" ->> 'reopen_reason' IS NOT NULL
		)
	GROUP BY event."entity_id"
) written WHERE reviews."reference" = written."reference" AND reviews."status" <> 'completed';
