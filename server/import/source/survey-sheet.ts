import { Parser } from 'htmlparser2'

/** What the people who see a sheet may not expect of its values. */
export type SheetSurvey = {
  /** Reasons to refuse a row, by its line. */
  readonly faults: ReadonlyMap<number, string>
  readonly remarks: readonly string[]
}

/** Whole numbers of more digits than a workbook stores, as digits or with an exponent. */
const tooLong = /^-?(?:\d{16,}|\d(?:\.\d+)?E\+(?:1[5-9]|[2-9]\d|\d{3}))$/i
/** A format of numbers that adds letters or leading zeros. */
const addsLetters = /"[^"]*\p{L}[^"]*"|\\\p{L}|^0{2,}$/u

/** Reads the formats of cells by their style, as far as they show other texts than numbers. */
export function readNumberFormats(styles: string): readonly (string | undefined)[] {
  const codes = new Map<string, string>()
  const formats: (string | undefined)[] = []
  let isInCells = false
  const parser = new Parser(
    {
      onopentag(tag, { numFmtId = '', formatCode = '' }) {
        const name = localName(tag)
        if (name === 'numFmt') codes.set(numFmtId, formatCode)
        else if (name === 'cellXfs') isInCells = true
        else if (name === 'xf' && isInCells) formats.push(codes.get(numFmtId))
      },
      onclosetag(tag) {
        if (localName(tag) === 'cellXfs') isInCells = false
      },
    },
    { xmlMode: true },
  )
  parser.end(styles)
  const isOdd = (code: string) => addsLetters.test(code) && !/[ymdhs]/i.test(code.replace(/"[^"]*"|\\./g, ''))
  return formats.map((code) => (code !== undefined && isOdd(code) ? code : undefined))
}

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1)

/** Looks for hidden and merged cells, formulas without a value, and numbers that a workbook cannot hold or shows otherwise. */
export async function surveySheet(
  xml: AsyncIterable<Buffer>,
  formats: readonly (string | undefined)[],
  isData: (line: number) => boolean,
): Promise<SheetSurvey> {
  const faults = new Map<number, string>()
  const found = new Map<string, { count: number; first: string }>()
  const note = (kind: string, place: string) => {
    const entry = found.get(kind)
    if (entry) entry.count += 1
    else found.set(kind, { count: 1, first: place })
  }
  let line = 0
  let cell: Readonly<Record<string, string>> = {}
  let isFormula = false
  let isInValue = false
  let value: string | undefined
  const closeCell = () => {
    const { r: place = `line ${line}`, t: type = 'n', s: style = '' } = cell
    if (!isData(line)) return
    if (isFormula && value === undefined)
      faults.set(line, `has a formula without a value in ${place}; open the file in a spreadsheet, and save it again`)
    if (type !== 'n' || value === undefined) return
    if (tooLong.test(value))
      faults.set(line, `has a number of more than 15 digits in ${place}, which a workbook rounds; store it as text`)
    const format = formats[Number(style)]
    if (format !== undefined) note(`Numbers in the format ${format} are read without it`, place)
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag)
        if (name === 'row') {
          line = Number(attributes.r) || line + 1
          if (isOn(attributes.hidden) && isData(line)) note('Hidden rows are read too', `line ${line}`)
        } else if (name === 'col' && isOn(attributes.hidden))
          note('Hidden columns are read too', `column ${attributes.min}`)
        else if (name === 'c') [cell, isFormula, value] = [attributes, false, undefined]
        else if (name === 'f') isFormula = true
        else if (name === 'v' || name === 'is') [isInValue, value] = [true, '']
        else if (name === 'mergeCell') {
          const { ref = '' } = attributes
          if (isData(Number(/\d+$/.exec(ref)?.[0])))
            note('Merged cells have their value only in the first one, the others are empty', ref)
        }
      },
      ontext(text) {
        if (isInValue) value = `${value ?? ''}${text}`
      },
      onclosetag(tag) {
        const name = localName(tag)
        if (name === 'v' || name === 'is') isInValue = false
        else if (name === 'c') closeCell()
      },
    },
    { xmlMode: true },
  )
  for await (const bytes of xml) parser.write(bytes.toString('latin1'))
  parser.end()
  return { faults, remarks: [...found].map(([kind, { count, first }]) => `${kind} (${count}, such as ${first}).`) }
}

const isOn = (attribute: string | undefined) => attribute === '1' || attribute === 'true'
