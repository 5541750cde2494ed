import { storedJson } from '#server/schema/columns.ts'
import type { StagedValue } from '../targets/target.ts'

const special = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A row in the text format of PostgreSQL's COPY, with its line end. */
export const copyLine = (values: readonly StagedValue[]): string => `${values.map(copyCell).join('\t')}\n`

function copyCell(value: StagedValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value !== 'object') return String(value)
  return escaped(isList(value) ? arrayLiteral(value) : storedJson(value))
}

const isList = (value: object): value is readonly string[] => Array.isArray(value)

const escaped = (text: string) =>
  special.test(text) ? text.replace(/[\\\n\r\t]/g, (letter) => escapes[letter] ?? letter) : text

const arrayLiteral = (items: readonly string[]) =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
