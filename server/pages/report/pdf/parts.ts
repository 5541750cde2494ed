import type { Content } from 'pdfmake/interfaces.js'
import { outlineJson } from '#lib/domain/change/json-outline.ts'
import type { ReportBlock } from '#lib/report/report.ts'
import { buildWindowTable } from '#lib/report/window-table.ts'
import { readTextBlocks } from '#lib/text/markdown-text.ts'
import { writeOutline } from './outline.ts'
import { writeTimeline } from './timeline.ts'
import { colors, type PdfStyle, writeFact, writeInline, writeQuiet, writeTable } from './values.ts'

/** Writes parts of a report until its texts are cut. A section within a section has the next `level`. */
export const writeParts = (style: PdfStyle, parts: readonly ReportBlock[], level = 1): Content[] =>
  parts.flatMap((part) => (style.left.isCut ? [] : writePart(style, part, level)))

function writePart(style: PdfStyle, part: ReportBlock, level: number): Content[] {
  const { print } = style
  switch (part.kind) {
    case 'section':
      return [writeHeading(style, part.title, level), ...writeParts(style, part.parts, level + 1)]
    case 'facts':
      return part.facts.map(({ label, value }) => writeFact(style, label, writeInline(style, value)))
    case 'text':
      return [
        {
          text: writeInline(style, part.text),
          margin: [0, 2, 0, 4],
          ...(part.isQuiet ? { color: colors.muted } : {}),
        },
      ]
    case 'warning':
      return [{ text: [{ text: `${print(part.title)}\n`, bold: true }, print(part.text)], margin: [0, 2, 0, 6] }]
    case 'markdown':
      return readTextBlocks(part.source).map(({ kind, text }) => ({
        text: `${kind === 'item' ? '•  ' : ''}${print(text)}`,
        margin: [kind === 'item' ? 8 : 0, kind === 'heading' ? 4 : 0, 0, 3],
        bold: kind === 'heading',
      }))
    case 'document':
      return writeOutline(style, outlineJson(part.value))
    case 'window':
      return writePart(style, buildWindowTable(part.window), level)
    case 'table': {
      if (part.rows.length === 0) return [writeQuiet(print(part.empty))]
      const rows = part.rows.map((row) => row.map((cell) => writeInline(style, cell)))
      return [writeTable(style, part.columns, rows)]
    }
    case 'timeline':
      return writeTimeline(style, part)
  }
}

const writeHeading = ({ print }: PdfStyle, title: string, level: number): Content => ({
  text: print(title),
  headlineLevel: level,
  bold: true,
  fontSize: level === 1 ? 12 : 9.5,
  margin: [0, level === 1 ? 14 : 8, 0, 4],
})
