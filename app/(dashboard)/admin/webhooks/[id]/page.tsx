import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { DeliveriesTable } from '#components/admin/webhooks/deliveries-table.tsx'
import { WebhookActions } from '#components/admin/webhooks/webhook-actions.tsx'
import { describeQuietHours, formatLabels, stateOf } from '#components/admin/webhooks/webhook-labels.ts'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Card, CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listDeliveries } from '#lib/contracts/app/webhook-deliveries.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import * as deliveries from '#server/change-feed/webhooks/deliveries.ts'
import { getWebhook, listEventTypes } from '#server/change-feed/webhooks/queries.ts'
import { foundOr404 } from '#server/pages/found.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

export const metadata: Metadata = { title: 'Webhook' }

const stopped: Readonly<Record<string, string>> = {
  paused: 'Nothing was delivered for three days. What waits is sent once you switch it on again.',
  gone: 'The receiver answered that it is gone (410). Enter another address, or switch it on again.',
}

const pageSize = 50

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageSearchParams> }

/** One webhook: what it sends, whether it works, and its deliveries. */
export default async function WebhookPage({ params, searchParams }: Props) {
  const id = readPathSegment((await params).id)
  const { page, status } = readPageQuery(listDeliveries.query, await searchParams)
  const ctx = await getPageContext(webhookPaths.one(id), 'admin')
  const webhook = await foundOr404(getWebhook(ctx, id))
  const { rows, total } = await deliveries.listDeliveries(ctx, id, { status, page, limit: pageSize })
  const { name, url, types, filter, format, quiet_hours: quiet, state, failing_since: failing } = webhook
  const look = stateOf(webhook)
  const isAhead = (time: string | null) => time !== null && time > ctx.now.toISOString()
  const reason = stopped[state]
  return (
    <>
      <BreadcrumbLabel label={name} />
      <AdminTabs role={ctx.actor.role} current={webhookPaths.all} />
      <PageHeader
        title={name}
        meta={<StatusBadge tone={look.tone}>{look.label}</StatusBadge>}
        actions={
          <WebhookActions webhook={webhook} types={listEventTypes()} hasPublicUrl={getSettings().public_url !== null} />
        }
      />
      <div className="flex max-w-5xl flex-col gap-5">
        {reason ? (
          <Notice tone="danger" title={look.label}>
            {reason}
          </Notice>
        ) : null}
        <Card aria-label="Facts">
          <CardBody>
            <Facts>
              <Fact label="Address" wide>
                {url}
              </Fact>
              <Fact label="What is sent">{formatLabels[format].label}</Fact>
              <Fact label="Events" wide>
                {types.join(', ')}
              </Fact>
              {filter === null ? null : (
                <Fact label="Only records that match" wide>
                  <code className="font-mono text-xs wrap-anywhere">{filter}</code>
                </Fact>
              )}
              {quiet === null ? null : (
                <Fact label="Quiet hours" wide>
                  {describeQuietHours(quiet)}
                </Fact>
              )}
              <Fact label="Last delivered">
                <RelativeTime value={webhook.last_delivered_at} fallback="Nothing yet" />
              </Fact>
              {failing === null ? null : (
                <Fact label="Failing since">
                  <RelativeTime value={failing} />
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
        <DeliveriesTable
          webhookId={id}
          isOn={webhook.state === 'on'}
          deliveries={rows}
          total={total}
          page={page}
          pageSize={pageSize}
          status={status}
        />
      </div>
    </>
  )
}
