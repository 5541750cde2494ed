import { z } from 'zod'
import { Improvement, improvementStatuses } from '#lib/contracts/improvements.ts'
import { identifier, oneOf, text } from '#lib/contracts/primitives.ts'
import { improvements as table } from '#server/schema/improvements.ts'
import { readDay, readMoment } from '../cells/moment.ts'
import { readText } from '../cells/text.ts'
import { improvementStatusWords, wordReader } from '../cells/vocabulary.ts'
import type { FieldSpecs } from './field-spec.ts'
import type { Notes } from './notes.ts'
import { defineTarget } from './target.ts'

const fields = {
  id: {
    read: readText,
    guesses: ['id', 'action_id', 'improvement_id', 'number', 'issue_key', 'key'],
    isRequired: true,
  },
  title: { read: readText, guesses: ['title', 'short_description', 'summary', 'action', 'name'], isRequired: true },
  owner: { read: readText, guesses: ['owner', 'assigned_to', 'assignee', 'responsible'], isRequired: true },
  target_date: {
    read: readDay,
    guesses: ['target_date', 'due_date', 'due', 'duedate', 'deadline', 'planned_end'],
    isDate: true,
    isRequired: true,
  },
  description: { read: readText, isMultiLine: true, guesses: ['description', 'details'] },
  source_ref: {
    read: readText,
    guesses: ['source_ref', 'pir_reference', 'pir', 'review', 'change_number', 'change', 'source'],
  },
  category: { read: readText, guesses: ['category', 'type'] },
  priority: { read: readText, guesses: ['priority', 'urgency'] },
  status: { read: wordReader(improvementStatusWords), values: improvementStatuses, guesses: ['status', 'state'] },
  evidence: { read: readText, isMultiLine: true, guesses: ['evidence', 'close_notes', 'resolution', 'result'] },
  done_at: {
    read: readMoment,
    guesses: ['done_at', 'completed_at', 'closed_at', 'resolved', 'resolutiondate'],
    isDate: true,
  },
  created_at: {
    read: readMoment,
    guesses: ['created_at', 'sys_created_on', 'created', 'opened_at'],
    isDate: true,
  },
} as const satisfies FieldSpecs

const limits = z.object({
  id: identifier(64),
  title: text(200),
  owner: text(254),
  target_date: z.string(),
  description: text(20_000).nullable().default(null),
  source_ref: text(128).default('import'),
  category: text(64).nullable().default(null),
  priority: text(64).nullable().default(null),
  status: oneOf(improvementStatuses).optional(),
  evidence: text(20_000).nullable().default(null),
  done_at: z.string().nullable().default(null),
  created_at: z.string().nullable().default(null),
})

const importedEvidence = 'Done before it was imported.'

/**
 * An action without a status is done if it has a time of that. A done one has evidence, an unfinished one no time. A
 * verified one is read as done, since no import verifies an action.
 */
function complete(row: z.output<typeof limits>, notes: Notes) {
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

/** Actions that people or API clients have edited keep their values. */
const isKeptWhenEdited = true

export const improvements = defineTarget({
  entity: 'improvements',
  table,
  key: 'id',
  fields,
  exported: Improvement,
  limits,
  complete,
  columns: [
    table.id,
    { column: table.title, isKeptWhenEdited },
    { column: table.owner, isKeptWhenEdited },
    { column: table.targetDate, isKeptWhenEdited },
    { column: table.description, isKeptWhenEdited },
    { column: table.sourceRef, isKeptWhenEdited },
    { column: table.sourceType, fields: ['source_ref'], isKeptWhenEdited },
    { column: table.category, isKeptWhenEdited },
    { column: table.priority, isKeptWhenEdited },
    {
      column: table.status,
      fields: ['status', 'done_at'],
      isKeptWhenEdited,
      update: (current, imported) =>
        `case when ${current} = 'verified' and ${imported} = 'done' then ${current} else ${imported} end`,
    },
    { column: table.evidence, fields: ['evidence', 'status', 'done_at'], isKeptWhenEdited },
    { column: table.doneAt, fields: ['status', 'done_at'], isKeptWhenEdited },
    { column: table.createdAt, absent: 'now' },
  ],
  historyName: 'improvement',
  peopleColumns: [table.owner.name],
})
