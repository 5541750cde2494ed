import { capitalised } from '#components/improvements/improvement-words.ts'
import { cx } from '#components/ui/class-names.ts'
import { RowLink } from '#components/ui/row-link.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type QueueTitleProps = { entry: QueueEntry; className?: string }

/** Title of a change, and below it numbers, type and, unless it waits for review like most of the queue, state. */
export function QueueTitle({ entry, className }: QueueTitleProps) {
  const { number, title, type, state } = entry
  const reference = entry.review_reference ?? entry.pir_reference
  return (
    <div className={cx('min-w-0', className)}>
      <RowLink
        href={pagePaths.change(number)}
        data-tooltip={title}
        data-tooltip-cut=""
        className="block truncate leading-4.5 stacked:whitespace-normal"
      >
        {entry.is_stub ? 'Only the number is known' : title}
      </RowLink>
      <span className="block truncate text-xs/4 font-normal text-muted">
        <span className="font-mono">{number}</span>
        {' · '}
        <span className={type === 'emergency' ? 'font-medium text-danger-text' : ''}>{capitalised(type)}</span>
        {state === 'review' ? null : ` · ${capitalised(state)}`}
        {reference ? <span className="font-mono"> · {reference}</span> : null}
      </span>
    </div>
  )
}
