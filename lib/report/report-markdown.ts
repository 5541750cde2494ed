import { formatInline } from './plain-text.ts'
import type { Inline, Report, ReportBlock } from './report.ts'
import { buildWindowTable } from './window-table.ts'

/** Writes a report as Markdown, with times in a zone. */
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

/** Escapes the characters that have a meaning in Markdown. */
const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replace(/^([ \t]*)([-+=])/gm, '$1\\$2')
    .replace(/^([ \t]*\d{1,9})([.)])/gm, '$1\\$2')
