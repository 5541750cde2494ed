import { compactTitle } from '#components/list/list-column.tsx'
import { cx } from '#components/ui/class-names.ts'
import { RowLink } from '#components/ui/table/row-link.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalised } from '#lib/text/first-letter.ts'

/**
 * Title of a change, and below it numbers and type; state, unless it waits for review like most of the queue; high risk,
 * where there is no room for the column.
 */
export function QueueTitle({ entry }: { entry: QueueEntry }) {
  const { number, title, type, state, risk } = entry
  const reference = entry.review_reference ?? entry.pir_reference
  return (
    <div className={cx('min-w-0', compactTitle)}>
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
        {risk === 'high' || risk === 'very_high' ? (
          <span className="hidden font-medium text-warning-text min-[60rem]:max-[90rem]:inline">
            {' · '}
            {capitalised(risk)} risk
          </span>
        ) : null}
        {reference ? (
          <>
            {' · '}
            <span className="font-mono">{reference}</span>
          </>
        ) : null}
      </span>
    </div>
  )
}
