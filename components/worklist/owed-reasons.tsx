import { Badge } from '#components/ui/badge.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'

const maxShown = 2

/** Names of the rules by which a review is owed; hovering shows why each matches. */
export function OwedReasons({ reasons }: Pick<QueueEntry, 'reasons'>) {
  if (reasons.length === 0) return <span className="text-muted">Voluntary</span>
  const more = reasons.slice(maxShown)
  const sentence = reasons.map(({ rule, text }) => `${rule}: ${text}`).join('; ')
  return (
    <span data-tooltip={sentence} className="flex flex-wrap gap-1">
      {reasons.slice(0, maxShown).map(({ rule_id: id, rule }) => (
        <Badge key={id}>{rule}</Badge>
      ))}
      {more.length > 0 ? <Badge>+{more.length}</Badge> : null}
    </span>
  )
}
