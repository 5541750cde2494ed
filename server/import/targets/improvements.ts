import type { PgColumn } from 'drizzle-orm/pg-core'
import { Improvement, improvement } from '#lib/contracts/improvements.ts'
import { lineText } from '#lib/contracts/primitives.ts'
import { improvements as table } from '#server/schema/improvements.ts'
import { improvementStatusWords, wordReader } from '../cells/vocabulary.ts'
import { importedFields } from './record-fields.ts'
import type { RowRemarks } from './remarks.ts'
import { defineTarget, type RowOf, type TargetFields } from './target.ts'

/** Actions that people or API clients have edited keep their values. */
const isKeptWhenEdited = true
const editable = (column: PgColumn) => ({ column, isKeptWhenEdited })

const keepVerified = (current: string, imported: string) =>
  `case when ${current} = 'verified' and ${imported} = 'done' then ${current} else ${imported} end`

const importedEvidence = 'Done before it was imported.'

/** An action keeps its evidence, and one that stays done its time, where a file says nothing about it. */
const keepEvidence = (current: string, imported: string) =>
  `coalesce(nullif(${imported}, '${importedEvidence}'), ${current}, ${imported})`
const keepDoneAt = (current: string, imported: string) =>
  `case when s.status = 'done' then coalesce(${imported}, ${current}) else ${imported} end`

const read = importedFields(improvement.fields, table)

const fields = {
  ...read,
  title: { ...read.title, column: editable(table.title) },
  owner: { ...read.owner, limit: lineText(254), column: editable(table.owner) },
  target_date: { ...read.target_date, column: editable(table.targetDate) },
  description: { ...read.description, column: editable(table.description) },
  source_ref: {
    ...read.source_ref,
    limit: improvement.fields.source_ref.sent.default('import'),
    column: editable(table.sourceRef),
  },
  category: { ...read.category, column: editable(table.category) },
  priority: { ...read.priority, column: editable(table.priority) },
  status: {
    ...read.status,
    read: wordReader(improvementStatusWords),
    column: { column: table.status, alsoFrom: ['done_at'], isKeptWhenEdited, update: keepVerified },
  },
  evidence: {
    ...read.evidence,
    column: { column: table.evidence, alsoFrom: ['status', 'done_at'], isKeptWhenEdited, update: keepEvidence },
  },
  done_at: {
    ...read.done_at,
    column: { column: table.doneAt, alsoFrom: ['status'], isKeptWhenEdited, update: keepDoneAt },
  },
  created_at: { ...read.created_at, column: { column: table.createdAt, absent: 'now' } },
} as const satisfies TargetFields

/**
 * An action without a status is done if it has a time of that. A done one has evidence, an unfinished one no time. A
 * verified one is read as done, since no import verifies an action.
 */
function complete(row: RowOf<typeof fields>, remarks: RowRemarks) {
  const statedStatus = row.status ?? (row.done_at === null ? 'open' : 'done')
  const status = statedStatus === 'verified' ? 'done' : statedStatus
  const isDone = status === 'done'
  if (statedStatus === 'verified') {
    remarks.add('status verified is read as done, because only a person verifies an action, in Hindsight', row.id)
  }
  if (isDone && row.evidence === null)
    remarks.add(`evidence is “${importedEvidence}” where a done action has none`, row.id)
  if (!isDone && row.done_at !== null) remarks.add('done_at is left out where the action is not done', row.id)
  return {
    ...row,
    status,
    source_type: /^pir/i.test(row.source_ref) ? 'pir' : 'import',
    evidence: isDone ? (row.evidence ?? importedEvidence) : row.evidence,
    done_at: isDone ? row.done_at : null,
  }
}

export const improvementTarget = defineTarget({
  entity: 'improvements',
  table,
  key: 'id',
  fields,
  exported: Improvement,
  complete,
  columns: [{ column: table.sourceType, from: ['source_ref'], isKeptWhenEdited, value: (row) => row.source_type }],
  historyName: 'improvement',
})
