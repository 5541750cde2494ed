import { Webhook as WebhookIcon } from 'lucide-react'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { EditWebhook } from './edit-webhook.tsx'
import { describeState, type EditWebhookProps, formatLabels } from './webhook-labels.ts'

type WebhookListProps = Omit<EditWebhookProps, 'webhook'> & { webhooks: readonly Webhook[] }

/** The webhooks with their states. */
export function WebhookList({ webhooks, ...form }: WebhookListProps) {
  if (webhooks.length === 0) {
    return (
      <EmptyState icon={WebhookIcon} title="No webhooks yet" action={<EditWebhook {...form} webhook={null} />}>
        Another system or a channel learns at once that a review is owed, late or signed off.
      </EmptyState>
    )
  }
  return (
    <Card>
      <ul className="divide-y divide-line">
        {webhooks.map((webhook) => {
          const { id, name, url, format, waiting, last_delivered_at: last } = webhook
          const { tone, label } = describeState(webhook)
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
              <div className="min-w-0 flex-1 basis-60">
                <TextLink href={webhookPaths.one(id)}>{name}</TextLink>
                <span className="ml-2 text-muted">{formatLabels[format].label}</span>
                <p className="text-xs wrap-anywhere text-muted">{new URL(url).host}</p>
              </div>
              <div className="basis-48 text-xs text-muted">
                {last === null ? (
                  'Nothing delivered yet'
                ) : (
                  <>
                    Delivered <RelativeTime value={last} />
                  </>
                )}
                {waiting === 0 ? null : <p>{describeCount(waiting, 'event')} waiting</p>}
              </div>
              <span className="ml-auto flex min-w-20 justify-end">
                <StatusBadge tone={tone}>{label}</StatusBadge>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
