import type { ChangeWindow } from '#components/records/window-table.tsx'

const width = 1000

/**
 * Planned and actual window as two bars, with the overrun highlighted. The table beside it has the same content as
 * text.
 */
export function WindowPicture({ change }: { change: ChangeWindow }) {
  const planned = placeSpan(change.planned_start, change.planned_end)
  const actual = placeSpan(change.actual_start, change.actual_end)
  if (!planned || !actual) return null
  const from = Math.min(planned.start, actual.start)
  const scale = width / (Math.max(planned.end, actual.end) - from)
  const at = (time: number) => (time - from) * scale
  const inside = Math.min(actual.end, Math.max(planned.end, actual.start))
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-xs text-muted">
      <span>Planned</span>
      <Bar>
        <rect
          x={at(planned.start)}
          width={at(planned.end) - at(planned.start)}
          height={10}
          className="fill-line-strong"
        />
      </Bar>
      <span>Actual</span>
      <Bar>
        <rect x={at(actual.start)} width={at(inside) - at(actual.start)} height={10} className="fill-accent" />
        {actual.end > inside ? (
          <rect x={at(inside)} width={at(actual.end) - at(inside)} height={10} className="fill-danger" />
        ) : null}
      </Bar>
    </div>
  )
}

function Bar({ children }: { children: React.ReactNode }) {
  return (
    <svg
      viewBox={`0 0 ${width} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-2.5 w-full overflow-hidden rounded-sm bg-sunken"
    >
      {children}
    </svg>
  )
}

function placeSpan(start: string | null, end: string | null): { start: number; end: number } | null {
  if (start === null || end === null || Date.parse(end) <= Date.parse(start)) return null
  return { start: Date.parse(start), end: Date.parse(end) }
}
