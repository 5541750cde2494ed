import { describeWindow } from '#lib/domain/change/describe-window.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { formatDay, formatInstant } from '#lib/time/format-time.ts'
import { describeMeasure } from './measure-picture.ts'
import type { Inline, Report, ReportBlock } from './report.ts'

export function formatInline(value: Inline, zone: string): string {
  if (typeof value === 'string') return value
  if ('moment' in value) return formatInstant(new Date(value.moment), zone)
  if ('day' in value) return formatDay(value.day)
  if ('outcome' in value) return outcomeCriteria[value.outcome].label
  if ('strong' in value) return value.strong
  if ('alarming' in value) return value.alarming
  if ('link' in value) return value.link
  if ('written' in value) return value.written
  if ('under' in value) return ` (${formatInline(value.under, zone)})`
  return value.map((part) => formatInline(part, zone)).join('')
}

export function findFirstPath(value: Inline): string | undefined {
  if (typeof value === 'string') return undefined
  if ('link' in value) return value.path
  if ('under' in value) return findFirstPath(value.under)
  return Array.isArray(value) ? value.map(findFirstPath).find((path) => path !== undefined) : undefined
}

type Window = Extract<ReportBlock, { kind: 'window' }>['window']

/** The planned and the actual window as a table, for formats that cannot draw it. */
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

export function writeReportMarkdown({ kind, title, facts, parts, closing }: Report, zone: string): string {
  const text = (value: Inline) => escapeMarkdown(formatInline(value, zone))
  const cell = (value: Inline) => text(value).replaceAll('\n', '<br>')
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const writeBlocks = (part: ReportBlock, level: number): readonly string[] => {
    switch (part.kind) {
      case 'section':
        return [
          `${'#'.repeat(level)} ${cell(part.title)}`,
          ...part.parts.flatMap((inner) => writeBlocks(inner, level + 1)),
        ]
      case 'facts':
        return [part.facts.map(({ label, value }) => `- **${cell(label)}:** ${cell(value)}`).join('\n')]
      case 'text':
        return [text(part.text).replaceAll('\n', '\\\n')]
      case 'warning':
        return [`> **${cell(part.title)}** ${cell(part.text)}`]
      case 'markdown':
        // In a quote, so that an unclosed block of the source does not hide the rest of the report.
        return [part.source.replaceAll(/^/gm, '> ')]
      case 'document':
        return part.value === null ? ['None recorded'] : [`\`\`\`json\n${JSON.stringify(part.value, null, 2)}\n\`\`\``]
      case 'window':
        return writeBlocks(buildWindowTable(part.window), level)
      case 'measure': {
        const { promise, verdict, details } = describeMeasure(part.measure, part.work)
        return [`- **${cell(promise)}**: ${cell(verdict)}. ${cell(details)}`]
      }
      case 'table':
        if (part.rows.length === 0) return [cell(part.empty)]
        return [
          [part.columns.map(cell), part.columns.map(() => '---'), ...part.rows.map((cells) => cells.map(cell))]
            .map(row)
            .join('\n'),
        ]
      case 'timeline': {
        const until = (to: string | null): Inline => (to === null ? ' on' : [' to ', { moment: to }])
        const lines = part.rows.map(({ label, from, to }) =>
          cell([label, ': ', to === from ? '' : 'from ', { moment: from }, to === from ? '' : until(to)]),
        )
        return [lines.map((line) => `- ${line}`).join('\n')]
      }
    }
  }
  const head = [`# ${cell(title)}`, cell(kind), facts.map(cell).join(' · ')]
  return `${[...head, ...parts.flatMap((part) => writeBlocks(part, 2)), cell(closing)].filter(Boolean).join('\n\n')}\n`
}

const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replace(/^([ \t]*)([-+=])/gm, '$1\\$2')
    .replace(/^([ \t]*\d{1,9})([.)])/gm, '$1\\$2')
