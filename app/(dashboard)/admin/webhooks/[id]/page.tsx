import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { WebhookActions } from '#components/admin/webhooks/webhook-actions.tsx'
import {
  deliveryBadges,
  describeQuietHours,
  describeState,
  formatLabels,
} from '#components/admin/webhooks/webhook-labels.ts'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Card, CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TableCard } from '#components/ui/table/data-table.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { ToggleChip } from '#components/ui/toggle-chip.tsx'
import { buildHref, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { type DeliveryState, deliveryStates } from '#lib/contracts/app/values.ts'
import { type Delivery, listDeliveries } from '#lib/contracts/app/webhook-deliveries.ts'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import * as deliveries from '#server/change-feed/webhooks/deliveries.ts'
import { getWebhook, listEventTypes } from '#server/change-feed/webhooks/queries.ts'
import { getPageContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

export const metadata: Metadata = { title: 'Webhook' }

const stopReasons: Readonly<Record<string, string>> = {
  paused: 'Nothing was delivered for three days. What waits is sent once you switch it on again.',
  gone: 'The receiver answered that it is gone (410). Enter another URL, or switch it on again.',
}

const pageSize = 50

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageSearchParams> }

/** A webhook: its configuration, its state, and its deliveries. */
export default async function WebhookPage({ params, searchParams }: Props) {
  const id = readPathSegment((await params).id)
  const { page, status } = readPageQuery(listDeliveries.query, await searchParams)
  const ctx = await getPageContext(webhookPaths.one(id), 'admin')
  const webhook = await resolveOr404(getWebhook(ctx, id))
  const { rows, total } = await deliveries.listDeliveries(ctx, id, { status, page, limit: pageSize })
  const state = describeState(webhook)
  const reason = stopReasons[webhook.state]
  return (
    <>
      <BreadcrumbLabel label={webhook.name} />
      <AdminTabs role={ctx.actor.role} current={webhookPaths.all} />
      <PageHeader
        title={webhook.name}
        meta={<StatusBadge tone={state.tone}>{state.label}</StatusBadge>}
        actions={
          <WebhookActions webhook={webhook} types={listEventTypes()} hasPublicUrl={getSettings().public_url !== null} />
        }
      />
      <div className="flex max-w-5xl flex-col gap-5">
        {reason ? (
          <Notice tone="danger" title={state.label}>
            {reason}
          </Notice>
        ) : null}
        <WebhookFacts webhook={webhook} now={ctx.now} />
        <DeliveriesTable webhook={webhook} rows={rows} total={total} page={page} status={status} />
      </div>
    </>
  )
}

type DeliveriesTableProps = {
  webhook: Webhook
  rows: readonly Delivery[]
  total: number
  page: number
  /** Shows only deliveries with this status; undefined for all. */
  status: DeliveryState | undefined
}

/** One page of the deliveries of a webhook, newest first. */
function DeliveriesTable({ webhook, rows, total, page, status }: DeliveriesTableProps) {
  const path = webhookPaths.one(webhook.id)
  return (
    <div className="flex flex-col gap-3">
      <nav aria-label="Status" className="flex flex-wrap gap-2">
        {[undefined, ...deliveryStates].map((known) => (
          <ToggleChip key={known ?? 'all'} href={buildHref(path, {}, { status: known })} isOn={status === known}>
            {known ? deliveryBadges[known].label : 'All'}
          </ToggleChip>
        ))}
      </nav>
      <TableCard
        title="Deliveries"
        columns={[
          {
            label: 'Event',
            cell: ({ id, type, key }) => (
              <span className="wrap-anywhere">
                <TextLink href={webhookPaths.delivery(webhook.id, id)}>{type}</TextLink>
                <span className="block text-xs text-muted">{type === 'webhook.test' ? 'Test' : key}</span>
              </span>
            ),
          },
          {
            label: 'Status',
            cell: ({ status }) => (
              <StatusBadge tone={deliveryBadges[status].tone}>{deliveryBadges[status].label}</StatusBadge>
            ),
          },
          {
            label: 'When',
            cell: ({ status, tries, created_at: created, finished_at: finished, next_attempt_at: next }) => (
              <span>
                <RelativeTime value={finished ?? created} />
                <span className="block text-xs text-muted">
                  {tries === 0 ? 'Waits to be sent' : describeCount(tries, 'attempt')}
                  {status === 'waiting' && tries > 0 && webhook.state === 'on' ? (
                    <>
                      , next <RelativeTime value={next} />
                    </>
                  ) : null}
                </span>
              </span>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          status === undefined && total === 0
            ? 'Nothing has been sent yet. What happens from now on appears here within seconds.'
            : 'There are no such deliveries.'
        }
      />
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        hrefFor={(next) => buildHref(path, { status }, { page: next })}
        noun={['delivery', 'deliveries']}
      />
    </div>
  )
}

/** Settings of a webhook and the times of its last delivery and failures. */
function WebhookFacts({ webhook, now }: { webhook: Webhook; now: Date }) {
  const { filter, quiet_hours: quietHours, failing_since: failingSince } = webhook
  const isAhead = (time: string | null) => time !== null && time > now.toISOString()
  return (
    <Card aria-label="Facts">
      <CardBody>
        <Facts>
          <Fact label="URL" wide value={webhook.url} />
          <Fact label="What is sent" value={formatLabels[webhook.format].label} />
          <Fact label="Events" wide value={webhook.types.join(', ')} />
          {filter === null ? null : (
            <Fact label="Only records that match" wide>
              <code className="font-mono text-xs wrap-anywhere">{filter}</code>
            </Fact>
          )}
          {quietHours === null ? null : <Fact label="Quiet hours" wide value={describeQuietHours(quietHours)} />}
          <Fact label="Last delivered">
            <RelativeTime value={webhook.last_delivered_at} fallback="Nothing yet" />
          </Fact>
          {failingSince === null ? null : <Fact label="Failing since" value={<RelativeTime value={failingSince} />} />}
          {isAhead(webhook.busy_until) ? (
            <Fact label="Nothing is sent until">
              <DateTime value={webhook.busy_until} />, as the receiver asked
            </Fact>
          ) : null}
          {isAhead(webhook.previous_secret_until) ? (
            <Fact label="Previous secret signs until" value={<DateTime value={webhook.previous_secret_until} />} />
          ) : null}
          <Fact label="Changed">
            <RelativeTime value={webhook.updated_at} /> by {webhook.updated_by}
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}
