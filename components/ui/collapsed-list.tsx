import type { ReactNode } from 'react'
import { groupDigits } from '#lib/text/grouped.ts'
import { renderParts } from './text/render-parts.ts'

const visibleCount = 30

type CollapsedListProps<Item> = {
  items: Item[]
  render: (item: Item) => ReactNode
  /** Number of entries left out of `items`. */
  omittedCount: number
  marker: 'disc' | 'number'
}

export function CollapsedList<Item>({ items, render, omittedCount, marker }: CollapsedListProps<Item>) {
  const rest = items.slice(visibleCount)
  const list = (shown: readonly Item[], start: number) =>
    marker === 'disc' ? (
      <ul className="list-disc space-y-0.5 pl-4.5 marker:text-muted">
        {renderParts(shown, (item) => (
          <li>{render(item)}</li>
        ))}
      </ul>
    ) : (
      <ol start={start} className="space-y-2">
        {renderParts(shown, (item, at) => (
          <li className="flex gap-2.5">
            <span
              aria-hidden="true"
              className="mt-0.5 grid h-5 min-w-6 shrink-0 place-items-center self-start rounded-full border border-line bg-sunken px-1 text-2xs font-medium text-muted tabular-nums"
            >
              {start + at}
            </span>
            <div className="min-w-0 flex-1">{render(item)}</div>
          </li>
        ))}
      </ol>
    )
  return (
    <>
      {list(items.slice(0, visibleCount), 1)}
      {rest.length > 0 ? (
        <details className="mt-1.5">
          <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">
            Show {groupDigits(rest.length)} more
          </summary>
          <div className="mt-1.5">{list(rest, visibleCount + 1)}</div>
        </details>
      ) : null}
      {omittedCount > 0 ? (
        <p className="mt-1 text-sm text-muted">{groupDigits(omittedCount)} more are not shown here.</p>
      ) : null}
    </>
  )
}
