import type { ConnectionOptions } from '#lib/contracts/connection-options.ts'
import { findKind } from '#server/connections/all-kinds.ts'
import { log } from '#server/platform/log/log.ts'
import type { connections, inboundEvents } from '#server/schema/connections.ts'
import { splitEvents } from './apply-events.ts'
import { type EventOptions, type ParsedDelivery, UnreadableEvent } from './senders/sender.ts'

export type EventRow = typeof inboundEvents.$inferSelect
export type SenderConnection = typeof connections.$inferSelect

/** The content of an event, or the reason why it cannot be read, which no further attempt can change. */
export type ParsedEvent = ParsedDelivery | { readonly failed: string }

/** Parses an event by the kind of its connection. An event whose connection was deleted is ignored. */
export function parseEvent(row: EventRow, connection: SenderConnection | undefined): ParsedEvent {
  if (connection === undefined) return { ignored: 'Its connection was deleted.' }
  try {
    const delivery = { headers: row.headers, body: row.body.toString('utf8') }
    const parsed =
      findKind(connection.kind)?.events?.parse(delivery, eventOptions(connection.options)) ?? nonSendingKind
    return 'events' in parsed ? { events: splitEvents(parsed.events) } : parsed
  } catch (error) {
    if (error instanceof UnreadableEvent) return { failed: error.message }
    log.error({ err: error, event: row.id }, 'event not readable')
    return { failed: 'It is not in a form that such a sender uses.' }
  }
}

const nonSendingKind = { ignored: 'Such a connection sends no events.' }

const eventOptions = (options: ConnectionOptions): EventOptions => ({
  production: 'production' in options ? options.production : [],
  services: 'services' in options ? options.services : {},
  fields: 'fields' in options ? options.fields : {},
})
