import { PlainTable } from '#components/ui/table/table.tsx'
import { ZoneNote } from '#components/ui/time/clock.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { describeWindow } from '#lib/domain/change/describe-window.ts'

export type ChangeWindow = Pick<ChangeRecord, 'planned_start' | 'planned_end' | 'actual_start' | 'actual_end'>

export function WindowTable({ window, focusable = false }: { window: ChangeWindow; focusable?: boolean }) {
  const words = describeWindow(window)
  const at = (value: string | null) => value && <DateTime value={value} focusable={focusable} />
  const rows = [
    { label: 'Start', planned: at(window.planned_start), actual: at(window.actual_start), difference: words.start },
    { label: 'End', planned: at(window.planned_end), actual: at(window.actual_end), difference: words.end },
    { label: 'Length', planned: words.plannedLength, actual: words.actualLength, difference: words.length },
  ]
  return (
    <div className="rounded-md border border-line">
      <PlainTable
        label="Planned and actual window"
        columns={[
          { label: 'Window', isPrimary: true, cellClass: 'text-muted', cell: ({ label }) => label },
          { label: 'Planned', cell: ({ planned }) => planned ?? 'Not planned' },
          { label: 'Actual', cell: ({ actual }) => actual ?? 'Open' },
          {
            label: 'Difference',
            cell: ({ label, difference }) => (
              <span className={label === 'End' && words.isOverrun ? 'font-medium text-danger-text' : ''}>
                {difference ?? '—'}
              </span>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ label }) => label}
        rowClass="break-inside-avoid-page"
      />
      <p className="border-t border-line px-3 py-1.5 text-xs text-muted">
        <ZoneNote at={window.planned_start ?? window.actual_start} />
      </p>
    </div>
  )
}
