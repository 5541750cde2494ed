import { journalFields, type Table, type TableRow } from './tables.ts'
import type { Traps } from './traps.ts'

/** The changes of state that the instance allows. */
export const transitions: Readonly<Record<string, readonly string[]>> = {
  '-5': ['-4', '4'],
  '-4': ['-3', '4'],
  '-3': ['-2', '4'],
  '-2': ['-1', '4'],
  '-1': ['0', '4'],
  '0': ['3', '-1'],
  '3': [],
  '4': [],
}

const maxLengths: Readonly<Record<string, number>> = { correlation_id: 100, short_description: 160, text: 65_000 }

type AcceptedWrite = { readonly row: TableRow }
type RejectedWrite = { readonly status: number; readonly message: string }

/** Returns the effect of a write of these fields on a record, or the reason why it is rejected. */
export function acceptFields(
  { schema, name }: Table,
  before: TableRow | undefined,
  written: Readonly<Record<string, unknown>>,
  traps: Traps,
): AcceptedWrite | RejectedWrite {
  const unknown = Object.keys(written).find((field) => !schema.fields.has(field))
  if (unknown !== undefined && traps.unknownWrittenField === 'rejected')
    return { status: 400, message: `Invalid field name: ${unknown}` }
  const accepted = Object.entries(written).filter(
    ([field]) => schema.fields.has(field) && !field.startsWith('sys_') && !traps.unwritableFields.includes(field),
  )
  const row: Record<string, string> = Object.fromEntries(
    accepted.map(([field, value]) => [field, shorten(field, String(value ?? ''), traps)]),
  )
  if (name !== 'change_request' || before === undefined || row.state === undefined) return { row }
  const after = { ...before, ...row }
  const isIncomplete = row.state === '3' && (after.close_code === '' || after.close_notes === '')
  if (isIncomplete && before.state !== '3' && traps.incompleteClose === 'rejected')
    return { status: 403, message: 'Data Policy Exception: these fields are mandatory: Close code, Close notes' }
  const isAllowed = row.state === before.state || transitions[before.state ?? '']?.includes(row.state)
  const isIgnored = traps.stuckStates || !isAllowed || (isIncomplete && traps.incompleteClose === 'ignored')
  if (!isIgnored) return { row }
  const { state: _, ...others } = row
  return { row: others }
}

const shorten = (field: string, text: string, { maxTextLength }: Traps) =>
  journalFields.has(field) ? text : text.slice(0, Math.min(maxLengths[field] ?? maxTextLength, 65_000))
