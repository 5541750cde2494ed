import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { DeliveriesTable } from '#components/admin/webhooks/deliveries-table.tsx'
import { WebhookActions } from '#components/admin/webhooks/webhook-actions.tsx'
import { WebhookFacts } from '#components/admin/webhooks/webhook-facts.tsx'
import { describeState } from '#components/admin/webhooks/webhook-labels.ts'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listDeliveries } from '#lib/contracts/app/webhook-deliveries.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import * as deliveries from '#server/change-feed/webhooks/deliveries.ts'
import { getWebhook, listEventTypes } from '#server/change-feed/webhooks/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { resolveOr404 } from '#server/pages/resolve-or-404.ts'
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
