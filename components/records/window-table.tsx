import { DateTime } from '#components/ui/date-time.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { windowWords } from '#lib/domain/window-words.ts'

type Window = Pick<ChangeRecord, 'planned_start' | 'planned_end' | 'actual_start' | 'actual_end'>

type WindowTableProps = {
  window: Window
  /** Whether its times are tab stops. */
  focusable?: boolean
}

/** Planned and actual start, end and length, with the difference in words. */
export function WindowTable({ window, focusable = false }: WindowTableProps) {
  const words = windowWords(window)
  const at = (value: string | null) => value && <DateTime value={value} focusable={focusable} />
  const rows = [
    { label: 'Start', planned: at(window.planned_start), actual: at(window.actual_start), difference: words.start },
    { label: 'End', planned: at(window.planned_end), actual: at(window.actual_end), difference: words.end },
    { label: 'Length', planned: words.plannedLength, actual: words.actualLength, difference: words.length },
  ]
  return (
    <div className="rounded-md border border-line">
      <Table stack>
        <Caption>Planned and actual window</Caption>
        <THead>
          <Tr>
            <Th>Window</Th>
            <Th>Planned</Th>
            <Th>Actual</Th>
            <Th>Difference</Th>
          </Tr>
        </THead>
        <TBody>
          {rows.map(({ label, planned, actual, difference }) => (
            <Tr key={label} className="break-inside-avoid-page">
              <Td primary className="text-muted">
                {label}
              </Td>
              <Td label="Planned">{planned ?? 'Not planned'}</Td>
              <Td label="Actual">{actual ?? 'Open'}</Td>
              <Td
                label="Difference"
                className={label === 'End' && words.isOverrun ? 'font-medium text-danger-text' : ''}
              >
                {difference ?? '—'}
              </Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </div>
  )
}
