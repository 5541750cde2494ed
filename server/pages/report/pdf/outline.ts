import type { Content } from 'pdfmake/interfaces.js'
import type { Outline } from '#lib/domain/change/json-outline.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { type PdfStyle, writeFact, writeMoment, writeQuiet, writeTable } from './values.ts'

/** Writes a JSON document of a record, such as the implementation plan of a change. */
export function writeOutline(style: PdfStyle, outline: Outline): Content[] {
  const { print } = style
  switch (outline.kind) {
    case 'none':
      return [writeQuiet('None recorded')]
    case 'flag':
      return [{ text: outline.value ? 'Yes' : 'No' }]
    case 'instant':
      return [writeMoment(style, outline.text)]
    case 'day':
      return [{ text: formatDay(outline.text) }]
    case 'text':
    case 'number':
    case 'link':
      return [{ text: print(outline.text) }]
    case 'list':
      return [{ ul: outline.items.map((item) => writeOutline(style, item)) }, ...writeRest(outline.left)]
    case 'steps':
      return [{ ol: outline.steps.map((step) => writeStep(style, step)) }, ...writeRest(outline.left)]
    case 'table':
      return [
        writeTable(
          style,
          outline.columns.map(({ label }) => label),
          outline.rows.map((row) => row.map((cell) => ({ stack: writeOutline(style, cell) }))),
        ),
        ...writeRest(outline.left),
      ]
    case 'sections':
      return [...writeSections(style, outline.sections), ...writeRest(outline.left)]
    case 'deep':
      return [{ ul: outline.lines.map(({ label, text }) => print(`${label}: ${text}`)) }, ...writeRest(outline.left)]
  }
}

type OutlineOf<Kind extends Outline['kind']> = Extract<Outline, { kind: Kind }>

const writeStep = (style: PdfStyle, { title, detail, sections }: OutlineOf<'steps'>['steps'][number]): Content => ({
  stack: [style.print(title), ...(detail ? [writeQuiet(style.print(detail))] : []), ...writeSections(style, sections)],
})

const writeSections = (style: PdfStyle, sections: OutlineOf<'sections'>['sections']): Content[] =>
  sections.map(({ label, value }) => writeFact(style, label, { stack: writeOutline(style, value) }))

const writeRest = (count: number): Content[] => (count === 0 ? [] : [writeQuiet(`${count} more are not shown here.`)])
