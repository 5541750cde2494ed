import { Webhook as WebhookIcon } from 'lucide-react'
import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { EditWebhook } from '#components/admin/webhooks/edit-webhook.tsx'
import { describeState, formatLabels } from '#components/admin/webhooks/webhook-labels.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { findWebhooks, listEventTypes } from '#server/change-feed/webhooks/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

export const metadata: Metadata = { title: 'Webhooks' }

export default async function WebhooksPage() {
  const ctx = await getPageContext(webhookPaths.all, 'admin')
  const webhooks = await findWebhooks(ctx)
  const newWebhook = (
    <EditWebhook webhook={null} types={listEventTypes()} hasPublicUrl={getSettings().public_url !== null} />
  )
  return (
    <>
      <AdminTabs role={ctx.actor.role} current={webhookPaths.all} />
      <PageHeader
        title="Webhooks"
        description="URLs that Hindsight sends events to as they happen."
        actions={webhooks.length > 0 ? newWebhook : null}
      />
      <div className="max-w-4xl">
        {webhooks.length === 0 ? (
          <EmptyState icon={WebhookIcon} title="No webhooks yet" action={newWebhook}>
            Another system or a channel learns at once that a review is owed, late or signed off.
          </EmptyState>
        ) : (
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
        )}
      </div>
    </>
  )
}
