import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { Improvement, improvementStatuses } from '#lib/contracts/improvements.ts'
import { identifier, oneOf, text } from '#lib/contracts/primitives.ts'
import { improvements as table } from '#server/schema/improvements.ts'
import { readDay, readMoment } from '../cells/moment.ts'
import { readText } from '../cells/text.ts'
import { improvementStatusWords, wordReader } from '../cells/vocabulary.ts'
import type { Notes } from './notes.ts'
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

const fields = {
  id: {
    read: readText,
    guesses: ['id', 'action_id', 'improvement_id', 'number', 'issue_key', 'key'],
    isRequired: true,
    limit: identifier(64),
    column: table.id,
  },
  title: {
    read: readText,
    guesses: ['title', 'short_description', 'summary', 'action', 'name'],
    isRequired: true,
    limit: text(200),
    column: editable(table.title),
  },
  owner: {
    read: readText,
    guesses: ['owner', 'assigned_to', 'assignee', 'responsible'],
    isRequired: true,
    limit: text(254),
    column: editable(table.owner),
    isPerson: true,
  },
  target_date: {
    read: readDay,
    guesses: ['target_date', 'due_date', 'due', 'duedate', 'deadline', 'planned_end'],
    isDate: true,
    isRequired: true,
    limit: z.string(),
    column: editable(table.targetDate),
  },
  description: {
    read: readText,
    isMultiLine: true,
    guesses: ['description', 'details'],
    limit: text(20_000).nullable().default(null),
    column: editable(table.description),
  },
  source_ref: {
    read: readText,
    guesses: ['source_ref', 'pir_reference', 'pir', 'review', 'change_number', 'change', 'source'],
    limit: text(128).default('import'),
    column: editable(table.sourceRef),
  },
  category: {
    read: readText,
    guesses: ['category', 'type'],
    limit: text(64).nullable().default(null),
    column: editable(table.category),
  },
  priority: {
    read: readText,
    guesses: ['priority', 'urgency'],
    limit: text(64).nullable().default(null),
    column: editable(table.priority),
  },
  status: {
    read: wordReader(improvementStatusWords),
    values: improvementStatuses,
    guesses: ['status', 'state'],
    limit: oneOf(improvementStatuses).optional(),
    column: { column: table.status, alsoFrom: ['done_at'], isKeptWhenEdited, update: keepVerified },
  },
  evidence: {
    read: readText,
    isMultiLine: true,
    guesses: ['evidence', 'close_notes', 'resolution', 'result'],
    limit: text(20_000).nullable().default(null),
    column: { column: table.evidence, alsoFrom: ['status', 'done_at'], isKeptWhenEdited, update: keepEvidence },
  },
  done_at: {
    read: readMoment,
    guesses: ['done_at', 'completed_at', 'closed_at', 'resolved', 'resolutiondate'],
    isDate: true,
    limit: z.string().nullable().default(null),
    column: { column: table.doneAt, alsoFrom: ['status'], isKeptWhenEdited, update: keepDoneAt },
  },
  created_at: {
    read: readMoment,
    guesses: ['created_at', 'sys_created_on', 'created', 'opened_at'],
    isDate: true,
    limit: z.string().nullable().default(null),
    column: { column: table.createdAt, absent: 'now' },
  },
} as const satisfies TargetFields

/**
 * An action without a status is done if it has a time of that. A done one has evidence, an unfinished one no time. A
 * verified one is read as done, since no import verifies an action.
 */
function complete(row: RowOf<typeof fields>, notes: Notes) {
  const given = row.status ?? (row.done_at === null ? 'open' : 'done')
  const status = given === 'verified' ? 'done' : given
  const isDone = status === 'done'
  if (given === 'verified') {
    notes.add('status verified is read as done, because only a person verifies an action, in Hindsight', row.id)
  }
  if (isDone && row.evidence === null)
    notes.add(`evidence is “${importedEvidence}” where a done action has none`, row.id)
  if (!isDone && row.done_at !== null) notes.add('done_at is left out where the action is not done', row.id)
  return {
    ...row,
    status,
    source_type: /^pir/i.test(row.source_ref) ? 'pir' : 'import',
    evidence: isDone ? (row.evidence ?? importedEvidence) : row.evidence,
    done_at: isDone ? row.done_at : null,
  }
}

export const improvements = defineTarget({
  entity: 'improvements',
  table,
  key: 'id',
  fields,
  exported: Improvement,
  complete,
  columns: [{ column: table.sourceType, from: ['source_ref'], isKeptWhenEdited, value: (row) => row.source_type }],
  historyName: 'improvement',
})
