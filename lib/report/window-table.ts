import { describeWindow } from '#lib/domain/change/describe-window.ts'
import type { Inline, ReportBlock } from './report.ts'

type Window = Extract<ReportBlock, { kind: 'window' }>['window']

/**
 * Shows the planned and the actual window of a change as a table, with the difference, for formats that cannot draw a
 * window.
 */
export function buildWindowTable(window: Window): Extract<ReportBlock, { kind: 'table' }> {
  const words = describeWindow(window)
  const { planned_start, planned_end, actual_start, actual_end } = window
  const time = (moment: string | null, none: string): Inline => (moment === null ? none : { moment })
  const end = words.end ?? '–'
  return {
    kind: 'table',
    caption: 'Window',
    columns: ['Window', 'Planned', 'Actual', 'Difference'],
    rows: [
      ['Start', time(planned_start, 'Not planned'), time(actual_start, 'Open'), words.start ?? '–'],
      ['End', time(planned_end, 'Not planned'), time(actual_end, 'Open'), words.isOverrun ? { strong: end } : end],
      ['Length', words.plannedLength ?? '–', words.actualLength ?? '–', words.length ?? '–'],
    ],
    empty: '',
  }
}
