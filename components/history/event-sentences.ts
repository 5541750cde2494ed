import type { Piece, Sentence, SentenceParts } from '#lib/actions/action.ts'
import { findAction } from '#lib/actions/all-actions.ts'
import { quote } from '#lib/text/quote.ts'
import { shorten } from '#lib/text/shorten.ts'
import { describeRecordName, type Viewpoint, type WordedEvent } from './entity-kinds.ts'
import { describeDifference, type FieldChange, listFieldChanges } from './field-change.ts'
import { describeFieldValue, isBlank } from './value-labels.ts'

/** Sentence that follows the actor's name, and the changed fields that it leaves out. */
export type EventDescription = { readonly sentence: readonly Piece[]; readonly fields: readonly FieldChange[] }

export function describeEvent(event: WordedEvent, view: Viewpoint): EventDescription {
  const { sentence: declared, follows = [] } = findAction(event) ?? {}
  const remaining = omitFields(event, follows)
  const read = new Set<string>()
  const { sentence, stated } = declared
    ? { sentence: declared(buildParts(event, view, read)), stated: read }
    : createGeneralSentence(remaining, view)
  const statedFields = new Set(stated)
  return {
    sentence: [...sentence.flat(), ...describeChannel(event)],
    fields:
      event.action === 'update' ? listFieldChanges(remaining).filter(({ field }) => !statedFields.has(field)) : [],
  }
}

const omitFields = (event: WordedEvent, fields: readonly string[]): WordedEvent => ({
  ...event,
  changes: Object.fromEntries(Object.entries(event.changes).filter(([field]) => !fields.includes(field))),
})

const maxQuoted = 240

function buildParts(event: WordedEvent, view: Viewpoint, read: Set<string>): SentenceParts {
  const { changes, names, entity_id: id, actor_name: actor } = event
  const words = (field: string, side: 'from' | 'to', before: string): readonly Piece[] => {
    read.add(field)
    const value = changes[field]?.[side]
    const pieces = isBlank(value) ? [] : (describeFieldValue(field, value, names) ?? [])
    return pieces.length === 0 ? [] : [before, ...pieces]
  }
  return {
    record: (noun) => describeRecordName(event, view, noun),
    other: (kind, other) =>
      describeRecordName(
        { action: 'update', action_name: null, entity_type: kind, entity_id: other, changes: {}, names },
        view,
      ),
    to: (field, before = '') => words(field, 'to', before),
    from: (field, before = '') => words(field, 'from', before),
    quoted: (field) => {
      read.add(field)
      const text = changes[field]?.to
      return typeof text === 'string' && text !== '' ? [`: ${quote(shorten(text, maxQuoted))}`] : []
    },
    recorded: (field) => changes[field]?.to ?? changes[field]?.from,
    fields: Object.keys(changes),
    name: names[id],
    isOwn: actor !== undefined && names[id] === actor,
  }
}

/** Describes the way of a write that was not made in the pages: API, import or undo. */
function describeChannel({ actor_kind, request_id = '', names }: WordedEvent): Piece[] {
  if (actor_kind === 'token') return [' through the API']
  if (actor_kind !== 'import') return []
  const [id = '', undo] = request_id.split(':')
  const file = names[id] ? `an import of ${names[id]}` : 'an import'
  return [undo ? ` by undoing ${file}` : ` by ${file}`]
}

const maxNamed = 3
const verbs = { create: 'created', update: 'changed', delete: 'deleted' } as const

/**
 * Returns a sentence for an entry whose action has none, and the fields that it states: `changed the owner of the
 * action “Rehearse” from Ada to Noor`, `created the group “Database”`.
 */
function createGeneralSentence(
  event: WordedEvent,
  view: Viewpoint,
): { readonly sentence: Sentence; readonly stated: readonly string[] } {
  const record = describeRecordName(event, view)
  if (event.action !== 'update') return { sentence: [`${verbs[event.action]} `, record], stated: [] }
  const fields = listFieldChanges(event)
  const [only, ...others] = fields
  if (!only) return { sentence: ['saved ', record], stated: [] }
  const link = event.entity_type === 'review' ? 'in' : 'of'
  const difference = others.length === 0 ? describeDifference(only) : null
  if (difference !== null) {
    const verb = isBlank(only.to) ? 'cleared' : isBlank(only.from) ? 'set' : 'changed'
    return { sentence: [`${verb} the ${only.noun} ${link} `, record, difference], stated: [only.field] }
  }
  return { sentence: [`changed the ${joinNouns(fields.map(({ noun }) => noun))} ${link} `, record], stated: [] }
}

function joinNouns(nouns: readonly string[]): string {
  const distinct = [...new Set(nouns)]
  const namedFields = distinct.slice(0, maxNamed)
  const omittedCount = distinct.length - namedFields.length
  if (omittedCount > 0)
    return `${namedFields.join(', ')} and ${omittedCount} more ${omittedCount === 1 ? 'field' : 'fields'}`
  return new Intl.ListFormat('en-GB').format(namedFields)
}
