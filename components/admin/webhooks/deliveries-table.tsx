import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { TableCard } from '#components/ui/table/table-card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { ToggleChip } from '#components/ui/toggle-chip.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import type { Delivery } from '#lib/contracts/app/webhook-deliveries.ts'
import { type DeliveryState, deliveryStates } from '#lib/contracts/app/webhook-values.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { deliveryBadges } from './webhook-labels.ts'

type DeliveriesTableProps = {
  webhookId: string
  /** False while the webhook is off or paused and sends nothing. */
  isOn: boolean
  deliveries: readonly Delivery[]
  total: number
  page: number
  pageSize: number
  /** Shows only deliveries with this status; undefined for all. */
  status: DeliveryState | undefined
}

/** One page of the deliveries of a webhook, newest first. */
export function DeliveriesTable({ webhookId, isOn, deliveries, total, page, pageSize, status }: DeliveriesTableProps) {
  const path = webhookPaths.one(webhookId)
  return (
    <div className="flex flex-col gap-3">
      <nav aria-label="Status" className="flex flex-wrap gap-2">
        <ToggleChip href={path} isOn={status === undefined}>
          All
        </ToggleChip>
        {deliveryStates.map((known) => (
          <ToggleChip key={known} href={buildHref(path, {}, { status: known })} isOn={status === known}>
            {deliveryBadges[known].label}
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
                <TextLink href={webhookPaths.delivery(webhookId, id)}>{type}</TextLink>
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
                  {status === 'waiting' && tries > 0 && isOn ? (
                    <>
                      , next <RelativeTime value={next} />
                    </>
                  ) : null}
                </span>
              </span>
            ),
          },
        ]}
        rows={deliveries}
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
