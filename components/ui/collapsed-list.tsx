import type { ReactNode } from 'react'
import { formatCount } from './format-count.ts'

const visibleCount = 30

type Marker = 'disc' | 'number'

type CollapsedListProps<Item> = {
  items: Item[]
  render: (item: Item) => ReactNode
  /** Number of entries left out of `items`. */
  omittedCount: number
  marker: Marker
}

/** List that collapses its entries after the thirtieth. */
export function CollapsedList<Item>({ items, render, omittedCount, marker }: CollapsedListProps<Item>) {
  const rest = items.slice(visibleCount)
  return (
    <>
      <Items items={items.slice(0, visibleCount)} render={render} marker={marker} start={1} />
      {rest.length > 0 ? (
        <details className="mt-1.5">
          <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">
            Show {formatCount(rest.length)} more
          </summary>
          <div className="mt-1.5">
            <Items items={rest} render={render} marker={marker} start={visibleCount + 1} />
          </div>
        </details>
      ) : null}
      {omittedCount > 0 ? (
        <p className="mt-1 text-sm text-muted">{formatCount(omittedCount)} more are not shown here.</p>
      ) : null}
    </>
  )
}

type ItemsProps<Item> = { items: Item[]; render: (item: Item) => ReactNode; marker: Marker; start: number }

function Items<Item>({ items, render, marker, start }: ItemsProps<Item>) {
  if (marker === 'disc') {
    return (
      <ul className="list-disc space-y-0.5 pl-4.5 marker:text-muted">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a document have no identity and never move
          <li key={at}>{render(item)}</li>
        ))}
      </ul>
    )
  }
  return (
    <ol start={start} className="space-y-2">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries of a document have no identity and never move
        <li key={at} className="flex gap-2.5">
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
}
