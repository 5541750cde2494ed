import type { Piece } from '#lib/actions/action.ts'
import { entityKinds } from '#lib/actions/entity-kinds.ts'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { quote } from '#lib/text/quote.ts'

export const entityKindOptions = Object.entries(entityKinds).map(([value, kind]) => ({
  value,
  label: kind?.label ?? value,
}))

export const getEntityKindLabel = (kind: string): string => entityKinds[kind]?.label ?? humaniseKey(kind)

/** Returns the path of the page of an entry's record; undefined if it has none or was deleted. */
export function recordHref(
  { action, entity_type, entity_id }: Pick<HistoryEvent, 'action' | 'entity_type' | 'entity_id'>,
  isAdmin: boolean,
): string | undefined {
  const kind = entityKinds[entity_type]
  if (action === 'delete' || (kind?.isForAdmins && !isAdmin)) return undefined
  return kind?.page?.(entity_id)
}

export type Viewpoint = {
  readonly isAdmin: boolean
  /** Identifier of the record whose page shows the entry; its sentence neither names nor links it. */
  readonly subject?: string
}

export type WordedEvent = Pick<
  HistoryEvent,
  'action' | 'action_name' | 'entity_type' | 'entity_id' | 'changes' | 'names'
> &
  Partial<Pick<HistoryEvent, 'actor_kind' | 'actor_name' | 'request_id'>>

/** Returns the record of an entry for a sentence: `the review PIR-2026-0042`, `the action “Rehearse”`. */
export function describeRecordName(event: WordedEvent, { isAdmin, subject }: Viewpoint, noun?: string): Piece[] {
  const kind = entityKinds[event.entity_type]
  const kindNoun = noun ?? kind?.noun ?? `the ${humaniseKey(event.entity_type).toLowerCase()}`
  const href = recordHref(event, isAdmin)
  if (kind?.isSingle) return [href === undefined ? kindNoun : { record: kindNoun, href }]
  if (event.entity_id === subject) return [kindNoun]
  const name = kind?.isNamed ? findName(event) : (kind?.wordId?.(event.entity_id) ?? event.entity_id)
  if (name === null) return [kindNoun]
  const record = kind?.isNamed && event.entity_type !== 'account' ? quote(name) : name
  return [`${kindNoun} `, href === undefined ? { record } : { record, href }]
}

/** Returns the current name of the record, else the one in the entry. */
function findName({ names, entity_id, changes }: WordedEvent): string | null {
  const { from, to } = changes.title ?? changes.name ?? {}
  const name = names[entity_id] ?? to ?? from
  return typeof name === 'string' && name !== '' ? name : null
}
