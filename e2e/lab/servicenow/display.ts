import { isTimeField, journalFields, type Row } from './schema.ts'
import type { Table, Tables } from './tables.ts'
import { cellOf } from './tables.ts'
import type { Traps } from './traps.ts'
import { momentOf, wallTime } from './wall-time.ts'

const changeStates: Readonly<Record<Traps['language'], Readonly<Record<string, string>>>> = {
  en: {
    '-5': 'New',
    '-4': 'Assess',
    '-3': 'Authorize',
    '-2': 'Scheduled',
    '-1': 'Implement',
    '0': 'Review',
    '3': 'Closed',
    '4': 'Canceled',
  },
  de: {
    '-5': 'Neu',
    '-4': 'Bewerten',
    '-3': 'Autorisieren',
    '-2': 'Geplant',
    '-1': 'Implementieren',
    '0': 'Überprüfen',
    '3': 'Geschlossen',
    '4': 'Abgebrochen',
  },
}

/** The value of a field as the account's user sees it, in their zone and language. */
export function displayValue(tables: Tables, table: Table, row: Row, path: string, traps: Traps): string {
  const raw = cellOf(tables, table, row, path)
  const field = path.slice(path.lastIndexOf('.') + 1)
  if (journalFields.has(field)) return notesOf(tables, row, field)
  if (raw === '') return ''
  if (isTimeField(field)) return displayTime(raw, traps)
  if (field === 'state' && table.name === 'change_request') return changeStates[traps.language][raw] ?? raw
  if (path.includes('.')) return raw
  const target = tables[table.schema.references[path] ?? '']
  return target?.rows.get(raw)?.[target.schema.display] ?? raw
}

function displayTime(raw: string, { zone, language }: Traps): string {
  const text = wallTime(momentOf(raw), zone)
  const [day = '', time = ''] = text.split(' ')
  return language === 'en' ? text : `${day.split('-').toReversed().join('.')} ${time}`
}

function notesOf({ sys_journal_field: journal }: Tables, row: Row, element: string): string {
  const entries = [...(journal?.rows.values() ?? [])].filter(
    (entry) => entry.element_id === row.sys_id && entry.element === element,
  )
  return entries.map(({ value }) => `${value}\n\n`).join('')
}
