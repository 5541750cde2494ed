import { eventEntities, eventVerbs } from '#lib/contracts/events.ts'
import { findAction, listActionNames } from './all-actions.ts'

type EventEntity = (typeof eventEntities)[number]

/** Events that a date triggers. Each is sent once per record and due date. */
const timedTypes = {
  review: ['review.due_soon', 'review.overdue'],
  improvement: ['improvement.due_soon', 'improvement.overdue'],
} as const
export type TimedType = (typeof timedTypes)[keyof typeof timedTypes][number]

const isVerb = (name: string): name is keyof typeof eventVerbs => name in eventVerbs
const formatEventType = (entity: string, name: string) => `${entity}.${isVerb(name) ? eventVerbs[name] : name}`

/** The event type of an audit entry, such as `review.signed_off` or `change.created`. */
export function findEventType(entry: Parameters<typeof findAction>[0]): string {
  return formatEventType(entry.entity_type, findAction(entry)?.name ?? entry.action)
}

/** All event types by kind of record. */
export const eventTypes = Object.fromEntries(
  eventEntities.map((entity) => [
    entity,
    [
      ...listActionNames(entity).map((name) => formatEventType(entity, name)),
      ...((timedTypes as Partial<Record<EventEntity, readonly string[]>>)[entity] ?? []),
    ],
  ]),
) as unknown as Readonly<Record<EventEntity, readonly string[]>>

/** True if one of the chosen types, such as `review.*`, includes an event type. */
export const coversType = (chosen: readonly string[], type: string): boolean =>
  chosen.includes(type) || chosen.includes(`${type.slice(0, type.indexOf('.'))}.*`)
