import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TableCard } from '#components/ui/table/table-card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { Delivery } from '#lib/contracts/app/webhook-deliveries.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { counted } from '#lib/text/counted.ts'
import { deliveryLooks } from './webhook-labels.ts'

/** The last deliveries of a webhook. */
export function DeliveriesTable({ webhookId, deliveries }: { webhookId: string; deliveries: readonly Delivery[] }) {
  return (
    <TableCard
      title="Last deliveries"
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
            <StatusBadge tone={deliveryLooks[status].tone}>{deliveryLooks[status].label}</StatusBadge>
          ),
        },
        {
          label: 'When',
          cell: ({ status, tries, created_at: created, finished_at: finished, next_attempt_at: next }) => (
            <span>
              <RelativeTime value={finished ?? created} />
              <span className="block text-xs text-muted">
                {tries === 0 ? 'Not sent yet' : counted(tries, 'attempt')}
                {status === 'waiting' && tries > 0 ? (
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
      empty="Nothing has been sent yet. What happens from now on appears here within seconds."
    />
  )
}
