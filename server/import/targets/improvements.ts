import { type SQL, sql } from 'drizzle-orm'
import { Improvement, improvement } from '#lib/contracts/improvements.ts'
import { lineText } from '#lib/contracts/primitives.ts'
import { createWordReader, improvementStatusWords } from '#server/import/cells/vocabulary.ts'
import { improvements as table } from '#server/schema/improvements.ts'
import { toTargetFields } from './fields.ts'
import { defineTarget, type RowOf, type RowRemarks, type TargetFields, winning } from './target.ts'

/** Actions that people or API clients have edited keep their values. */
const isKeptWhenEdited = true

const keepVerified = (current: SQL, imported: SQL) =>
  sql`case when ${current} = 'verified' and ${imported} = 'done' then ${current} else ${imported} end`

const importedEvidence = 'Done before it was imported.'

/** Keeps the evidence of an action, and the time of one that stays done, if a file states neither. */
const keepEvidence = (current: SQL, imported: SQL) =>
  sql`coalesce(nullif(${imported}, ${importedEvidence}), ${current}, ${imported})`
const keepDoneAt = (current: SQL, imported: SQL) =>
  sql`case when ${winning(table.status)} = 'done' then coalesce(${imported}, ${current}) else ${imported} end`

const baseFields = toTargetFields(improvement.fields, table)

const fields = {
  ...baseFields,
  title: { ...baseFields.title, isKeptWhenEdited },
  owner: { ...baseFields.owner, limit: lineText(254), isKeptWhenEdited },
  target_date: { ...baseFields.target_date, isKeptWhenEdited },
  description: { ...baseFields.description, isKeptWhenEdited },
  source_ref: {
    ...baseFields.source_ref,
    limit: improvement.fields.source_ref.sent.default('import'),
    isKeptWhenEdited,
  },
  category: { ...baseFields.category, isKeptWhenEdited },
  priority: { ...baseFields.priority, isKeptWhenEdited },
  status: {
    ...baseFields.status,
    read: createWordReader(improvementStatusWords),
    alsoFrom: ['done_at'],
    isKeptWhenEdited,
    update: keepVerified,
  },
  evidence: { ...baseFields.evidence, alsoFrom: ['status', 'done_at'], isKeptWhenEdited, update: keepEvidence },
  done_at: { ...baseFields.done_at, alsoFrom: ['status'], isKeptWhenEdited, update: keepDoneAt },
  created_at: { ...baseFields.created_at, absent: 'now' },
} as const satisfies TargetFields

/**
 * Completes a row. An action without a status is done if it has a completion time. A done one gets evidence, an
 * unfinished one no time. A verified one is read as done, as no import verifies an action.
 */
function complete(row: RowOf<typeof fields>, remarks: RowRemarks) {
  const statedStatus = row.status ?? (row.done_at === null ? 'open' : 'done')
  const status = statedStatus === 'verified' ? 'done' : statedStatus
  const isDone = status === 'done'
  if (statedStatus === 'verified')
    remarks.add('status verified is read as done, because only a person verifies an action, in Hindsight', row.id)
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
