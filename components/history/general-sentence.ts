import type { Sentence } from '#lib/actions/action.ts'
import { describeRecordName, type Viewpoint, type WordedEvent } from './entity-kinds.ts'
import { describeDifference, listFieldChanges } from './field-change.ts'
import { isBlank } from './value-labels.ts'

const maxNamed = 3
const verbs = { create: 'created', update: 'changed', delete: 'deleted' } as const

/**
 * Returns a sentence for an entry whose action has none, and the fields that it states: `changed the owner of the
 * action “Rehearse” from Ada to Noor`, `created the group “Database”`.
 */
export function createGeneralSentence(
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
