import { shorten } from '#lib/text/shorten.ts'
import { recordPieces, type Viewpoint, type WordedEvent } from './entity-kinds.ts'
import { differencePieces, fieldChangesOf } from './field-change.ts'
import type { Piece } from './pieces.ts'
import { isBlank, valueWords } from './value-labels.ts'

/** A sentence, and the fields whose change it states. */
export type Wording = { readonly sentence: readonly Piece[]; readonly covered: readonly string[] | 'all' }

const maxNamed = 3
const verbs = { create: 'created', update: 'changed', delete: 'deleted' } as const

/** `changed the owner of the action “Rehearse” from Ada to Noor`, `created the group “Database”`. */
export function generalWords(event: WordedEvent, view: Viewpoint): Wording {
  const record = recordPieces(event, view)
  if (event.action !== 'update') return { sentence: [`${verbs[event.action]} `, ...record], covered: 'all' }
  const fields = fieldChangesOf(event)
  const [only, ...others] = fields
  if (!only) return { sentence: ['saved ', ...record], covered: 'all' }
  const link = event.entity_type === 'review' ? 'in' : 'of'
  const difference = others.length === 0 ? differencePieces(only) : null
  if (difference !== null) {
    const verb = isBlank(only.to) ? 'cleared' : isBlank(only.from) ? 'set' : 'changed'
    return { sentence: [`${verb} the ${only.noun} ${link} `, ...record, ...difference], covered: 'all' }
  }
  return { sentence: [`changed the ${joinNouns(fields.map(({ noun }) => noun))} ${link} `, ...record], covered: [] }
}

function joinNouns(nouns: readonly string[]): string {
  const distinct = [...new Set(nouns)]
  const named = distinct.slice(0, maxNamed)
  const left = distinct.length - named.length
  if (left > 0) return `${named.join(', ')} and ${left} more ${left === 1 ? 'field' : 'fields'}`
  return new Intl.ListFormat('en-GB').format(named)
}

/** The new value of a field in words; empty where it has none or a long one. */
export function newValue(event: WordedEvent, field: string): Piece[] {
  const value = event.changes[field]?.to
  return isBlank(value) ? [] : (valueWords(field, value, event.names) ?? [])
}

const maxQuoted = 240

/** `: “because of …”` for a reason that was given; long ones are cut. */
export function quoted(event: WordedEvent, field: string): Piece[] {
  const text = event.changes[field]?.to
  if (typeof text !== 'string' || text === '') return []
  return [`: “${shorten(text, maxQuoted)}”`]
}

/** The pieces after `words`, or nothing where there are none. */
export const after = (words: string, pieces: readonly Piece[]): Piece[] =>
  pieces.length === 0 ? [] : [words, ...pieces]
