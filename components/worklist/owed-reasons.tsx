import { Badge } from '#components/ui/badge.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'

const mostShown = 2

/** Why a review is owed: the names of the rules, with what of the change fits each on hover. */
export function OwedReasons({ reasons }: Pick<QueueEntry, 'reasons'>) {
  if (reasons.length === 0) return <span className="text-muted">By choice</span>
  const more = reasons.slice(mostShown)
  const sentence = reasons.map(({ rule, text }) => `${rule}: ${text}`).join('; ')
  return (
    <span data-tooltip={sentence} className="flex flex-wrap gap-1">
      {reasons.slice(0, mostShown).map(({ rule_id: id, rule }) => (
        <Badge key={id}>{rule}</Badge>
      ))}
      {more.length > 0 ? <Badge>+{more.length}</Badge> : null}
    </span>
  )
}
