import { pagePaths } from '#lib/domain/page-paths.ts'
import { recordPieces, type Viewpoint, type WordedEvent } from './entity-kinds.ts'
import { after, generalWords, newValue, quoted, type Wording } from './general-labels.ts'
import type { Piece } from './pieces.ts'

export function articleWords(event: WordedEvent, view: Viewpoint): Wording {
  if (event.action !== 'create') return generalWords(event, view)
  const metadata = event.changes.metadata?.to as { article_type?: unknown } | undefined
  const isLesson = metadata?.article_type === 'lesson'
  const record = recordPieces(event, view, isLesson ? 'the lesson' : 'the article')
  return { sentence: ['published ', ...record], covered: 'all' }
}

export function voteWords(event: WordedEvent, view: Viewpoint): Wording {
  const article = recordPieces(event, view)
  const change = after(' for the change ', newValue(event, 'change_number'))
  if (event.action === 'delete') return { sentence: ['withdrew their vote on ', ...article, ...change], covered: 'all' }
  const rating = event.changes.is_useful?.to === true ? 'useful' : 'not useful'
  return { sentence: ['rated ', ...article, ` as ${rating}`, ...change], covered: 'all' }
}

export function incidentWords(event: WordedEvent, view: Viewpoint): Wording {
  const cause = event.changes.caused_by_change
  if (!cause) return generalWords(event, view)
  const incident = recordPieces(event, view)
  const [verb, number] = cause.to ? ['confirmed', cause.to] : ['no longer confirms', cause.from]
  const change = changePieces(String(number), view)
  return { sentence: [`${verb} that `, ...change, ' caused ', ...incident], covered: 'all' }
}

const changePieces = (number: string, { here }: Viewpoint): Piece[] =>
  number === here ? ['the change'] : ['the change ', { record: number, href: pagePaths.change(number) }]

export function commentWords(event: WordedEvent): Wording {
  const verb = { create: 'commented on', update: 'edited a comment on', delete: 'deleted a comment on' }[event.action]
  return { sentence: [`${verb} `, ...reviewOf(event)], covered: event.action === 'update' ? [] : 'all' }
}

export function questionWords(event: WordedEvent): Wording {
  const { action, changes } = event
  if (action === 'create') {
    const question = quoted(event, 'question')
    return {
      sentence: ['asked ', ...newValue(event, 'requester'), ' about ', ...reviewOf(event), ...question],
      covered: 'all',
    }
  }
  if (!changes.answer) return { sentence: ['changed a question about ', ...reviewOf(event)], covered: [] }
  const reply = after(': ', newValue(event, 'answer'))
  return {
    sentence: ['replied to a question about ', ...reviewOf(event), ...reply],
    covered: ['answer', 'answered_through'],
  }
}

/** The review of a comment or a question, by its reference. */
function reviewOf({ changes, names, entity_id: id }: WordedEvent): Piece[] {
  const { from, to } = changes.reference ?? {}
  const reference = to ?? from ?? names[id]
  if (typeof reference !== 'string') return ['a review']
  return ['the review ', { record: reference, href: pagePaths.reviewOf(reference) }]
}

export function importWords({ changes }: WordedEvent): Wording {
  const { records, file, rows } = changes
  const kind = typeof records?.to === 'string' ? records.to : 'records'
  const count = typeof rows?.to === 'number' ? `${rows.to.toLocaleString('en')} rows of ${kind}` : kind
  return {
    sentence: [`imported ${count}`, ...(typeof file?.to === 'string' ? [` from ${file.to}`] : [])],
    covered: 'all',
  }
}
