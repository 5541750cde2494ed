import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { operatorsByType } from '#lib/filter/reference.ts'

/** A Markdown table of the fields of a `query`: type, values, operators. */
export function filterFieldsTable(fields: FilterFields): string {
  const rows = Object.entries(fields).map(([name, { type, values, description }]) => {
    const allowed = values ? `${description}: ${values.map((value) => `\`${value}\``).join(', ')}` : description
    return `| \`${name}\` | ${type} | ${allowed} | \`${operatorsByType[type].join(', ')}\` |`
  })
  return ['| Field | Type | Meaning and values | Operators |', '|---|---|---|---|', ...rows].join('\n')
}
