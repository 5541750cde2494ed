import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { Attempts } from '#components/admin/webhooks/attempts.tsx'
import { ReplayDelivery } from '#components/admin/webhooks/replay-delivery.tsx'
import { deliveryBadges } from '#components/admin/webhooks/webhook-labels.ts'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { getDelivery } from '#server/change-feed/webhooks/deliveries.ts'
import { getWebhook } from '#server/change-feed/webhooks/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { resolveOr404 } from '#server/pages/resolve-or-404.ts'

export const metadata: Metadata = { title: 'Delivery' }

/** A delivery: its body, and each attempt with its response. */
export default async function DeliveryPage({ params }: { params: Promise<{ id: string; delivery: string }> }) {
  const segments = await params
  const id = readPathSegment(segments.id)
  const deliveryId = readPathSegment(segments.delivery)
  const ctx = await getPageContext(webhookPaths.delivery(id, deliveryId), 'admin')
  const webhook = await resolveOr404(getWebhook(ctx, id))
  const delivery = await resolveOr404(getDelivery(ctx, id, deliveryId))
  const { tone, label } = deliveryBadges[delivery.status]
  return (
    <>
      <BreadcrumbLabel label={webhook.name} path={webhookPaths.one(id)} />
      <BreadcrumbLabel label={delivery.type} />
      <AdminTabs role={ctx.actor.role} current={webhookPaths.all} />
      <PageHeader
        title={delivery.type}
        meta={<StatusBadge tone={tone}>{label}</StatusBadge>}
        description={
          <>
            {delivery.type === 'webhook.test' ? 'A test' : delivery.key}, to{' '}
            <TextLink href={webhookPaths.one(id)}>{webhook.name}</TextLink>
          </>
        }
        actions={delivery.status === 'waiting' ? null : <ReplayDelivery webhook={webhook} delivery={deliveryId} />}
      />
      <div className="flex max-w-5xl flex-col gap-5">
        <Attempts body={delivery.body} attempts={delivery.attempts} />
      </div>
    </>
  )
}
