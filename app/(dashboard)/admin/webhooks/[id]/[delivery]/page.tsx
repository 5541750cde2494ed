import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { deliveryBadges, describeSendTime } from '#components/admin/webhooks/webhook-labels.ts'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { DeliveryDetail } from '#lib/contracts/app/webhook-deliveries.ts'
import { replayDelivery } from '#lib/contracts/routes.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { getDelivery } from '#server/change-feed/webhooks/deliveries.ts'
import { getWebhook } from '#server/change-feed/webhooks/queries.ts'
import { getPageContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'

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
        actions={
          delivery.status === 'waiting' ? null : (
            <WriteButton
              variant="primary"
              route={replayDelivery}
              input={{ params: { id, delivery: deliveryId } }}
              done={{ title: 'Queued again', description: describeSendTime(webhook) }}
            >
              Send again
            </WriteButton>
          )
        }
      />
      <div className="flex max-w-5xl flex-col gap-5">
        <Attempts body={delivery.body} attempts={delivery.attempts} />
      </div>
    </>
  )
}

const codeClass =
  'max-h-80 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap'

/** Indents JSON; returns any other text unchanged. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** The body of a delivery and its attempts with their responses, last one first. */
function Attempts({ body, attempts }: Pick<DeliveryDetail, 'body' | 'attempts'>) {
  return (
    <>
      <Card aria-labelledby="body">
        <CardHeader id="body" title="Body" />
        <CardBody>
          <pre className={codeClass}>{formatBody(body)}</pre>
        </CardBody>
      </Card>
      <Card aria-labelledby="attempts">
        <CardHeader id="attempts" title="Attempts" />
        {attempts.length === 0 ? <CardBody className="text-sm text-muted">It was not sent yet.</CardBody> : null}
        <ol className="divide-y divide-line">
          {attempts.toReversed().map(({ at, duration_ms: ms, headers, response, error }) => (
            <li key={at} className="flex flex-col gap-2 px-4 py-3 text-sm">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <StatusBadge tone={error === null ? 'success' : 'danger'}>
                  {response === null ? 'No answer' : response.status}
                </StatusBadge>
                <DateTime value={at} />
                <span className="text-xs text-muted">{ms.toLocaleString('en')} ms</span>
              </div>
              {error === null ? null : <p>{error}</p>}
              <details>
                <summary className="cursor-pointer text-xs text-muted">Headers and answer</summary>
                <div className="mt-2 flex flex-col gap-2">
                  <pre className={codeClass}>
                    {Object.entries(headers)
                      .map(([name, value]) => `${name}: ${value}`)
                      .join('\n')}
                  </pre>
                  {response?.body ? <pre className={codeClass}>{formatBody(response.body)}</pre> : null}
                </div>
              </details>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}
