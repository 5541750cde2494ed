import { Repeat, Wrench, Zap } from 'lucide-react'
import { cx } from '#components/ui/class-names.ts'
import { RowLink } from '#components/ui/table/row-link.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalise } from '#lib/text/first-letter.ts'

const typeIcons = { standard: Repeat, normal: Wrench, emergency: Zap }

export function TypedNumber({ number, type }: Pick<QueueEntry, 'number' | 'type'>) {
  const Icon = typeIcons[type]
  return (
    <span className="flex items-center gap-2">
      <span role="img" aria-label={capitalise(type)} title={capitalise(type)}>
        <Icon className={cx('size-3.5', type === 'emergency' ? 'text-danger-text' : 'text-muted')} />
      </span>
      <span className="font-mono text-xs">{number}</span>
    </span>
  )
}

/** Returns the reference of the review of a change, which may be in another tool; undefined if there is none. */
export const findReference = (entry: QueueEntry): string | undefined =>
  entry.review_reference ?? entry.pir_reference ?? undefined

/**
 * Title of a change. Shows the state unless it is `review`, as for most of the queue, and high risk if there is no room
 * for its column. Number, type and review stand below the title if their columns are hidden.
 */
export function QueueTitle({ entry }: { entry: QueueEntry }) {
  const { number, title, type, state, risk } = entry
  const reference = findReference(entry)
  return (
    <div className="min-w-0 items-baseline gap-2 min-[80rem]:flex">
      <RowLink
        href={pagePaths.change(number)}
        title={title}
        className="block truncate stacked:whitespace-normal max-[80rem]:leading-4.5 max-sm:line-clamp-2 min-[80rem]:line-clamp-2 min-[80rem]:leading-4 min-[80rem]:whitespace-normal"
      >
        {entry.is_stub ? 'Only the number is known' : title}
      </RowLink>
      <span className="truncate text-xs/4 font-normal text-muted max-[80rem]:block min-[80rem]:shrink-0">
        <span className="min-[80rem]:hidden">
          <span className="font-mono">{number}</span>
          {' · '}
          <span className={type === 'emergency' ? 'font-medium text-danger-text' : ''}>{capitalise(type)}</span>
          {reference ? ' · ' : null}
          <span className="font-mono">{reference}</span>
        </span>
        {state === 'review' ? null : (
          <span className="min-[80rem]:max-[96rem]:hidden">
            <span className="min-[80rem]:hidden"> · </span>
            {capitalise(state)}
          </span>
        )}
        {risk === 'high' || risk === 'very_high' ? (
          <span className="font-medium text-warning-text min-[40rem]:max-[60rem]:hidden min-[90rem]:hidden">
            <span className="min-[80rem]:hidden"> · </span>
            {capitalise(risk)} risk
          </span>
        ) : null}
      </span>
    </div>
  )
}

/** First service and number of further ones, above the team; the tooltip lists all. */
export function ServiceAndTeam({
  entry: { affected_services: services, assignment_group: team },
}: {
  entry: QueueEntry
}) {
  const [first, ...others] = services
  return (
    <div
      title={[...services, team].filter(Boolean).join(', ')}
      className="max-w-36 leading-4 stacked:max-w-none stacked:text-right"
    >
      {first ? (
        <div className="flex items-baseline gap-1 stacked:justify-end">
          <span className="truncate">{first}</span>
          {others.length > 0 ? <span className="text-xs text-muted">+{others.length}</span> : null}
        </div>
      ) : null}
      {team ? <div className="truncate text-xs/4 text-muted">{team}</div> : null}
    </div>
  )
}
