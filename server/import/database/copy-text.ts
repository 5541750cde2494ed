import type { StagedValue } from '#server/import/targets/target.ts'
import { storedJson } from '#server/schema/columns.ts'

const special = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Formats a row for PostgreSQL's COPY in text format, with its line end. */
export const formatCopyLine = (values: readonly StagedValue[]): string => `${values.map(formatCopyCell).join('\t')}\n`

function formatCopyCell(value: StagedValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escapeText(value)
  if (typeof value !== 'object') return String(value)
  return escapeText(isList(value) ? formatArray(value) : storedJson(value))
}

const isList = (value: object): value is readonly string[] => Array.isArray(value)

const escapeText = (text: string) =>
  special.test(text) ? text.replace(/[\\\n\r\t]/g, (letter) => escapes[letter] ?? letter) : text

const formatArray = (items: readonly string[]) =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
