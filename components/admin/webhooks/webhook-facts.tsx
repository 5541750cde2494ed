import { Card, CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import { describeQuietHours, formatLabels } from './webhook-labels.ts'

/** Settings of a webhook and the times of its last delivery and failures. */
export function WebhookFacts({ webhook, now }: { webhook: Webhook; now: Date }) {
  const { filter, quiet_hours: quietHours, failing_since: failingSince } = webhook
  const isAhead = (time: string | null) => time !== null && time > now.toISOString()
  return (
    <Card aria-label="Facts">
      <CardBody>
        <Facts>
          <Fact label="URL" wide>
            {webhook.url}
          </Fact>
          <Fact label="What is sent">{formatLabels[webhook.format].label}</Fact>
          <Fact label="Events" wide>
            {webhook.types.join(', ')}
          </Fact>
          {filter === null ? null : (
            <Fact label="Only records that match" wide>
              <code className="font-mono text-xs wrap-anywhere">{filter}</code>
            </Fact>
          )}
          {quietHours === null ? null : (
            <Fact label="Quiet hours" wide>
              {describeQuietHours(quietHours)}
            </Fact>
          )}
          <Fact label="Last delivered">
            <RelativeTime value={webhook.last_delivered_at} fallback="Nothing yet" />
          </Fact>
          {failingSince === null ? null : (
            <Fact label="Failing since">
              <RelativeTime value={failingSince} />
            </Fact>
          )}
          {isAhead(webhook.busy_until) ? (
            <Fact label="Nothing is sent until">
              <DateTime value={webhook.busy_until} />, as the receiver asked
            </Fact>
          ) : null}
          {isAhead(webhook.previous_secret_until) ? (
            <Fact label="Previous secret signs until">
              <DateTime value={webhook.previous_secret_until} />
            </Fact>
          ) : null}
          <Fact label="Changed">
            <RelativeTime value={webhook.updated_at} /> by {webhook.updated_by}
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}
