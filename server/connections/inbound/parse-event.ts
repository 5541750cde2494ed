import { type ParsedDelivery, UnreadableEvent } from '#server/connections/inbound/senders/delivery.ts'
import { parsers } from '#server/connections/inbound/senders/parse-delivery.ts'
import { log } from '#server/platform/log/log.ts'
import type { connections, inboundEvents } from '#server/schema/connections.ts'
import { optionsOfSender } from './sender-options.ts'

export type EventRow = typeof inboundEvents.$inferSelect
export type ConnectionRow = typeof connections.$inferSelect

/** What an event says, or the reason why it cannot be read: reading the same body again would not help. */
export type ParsedEvent = ParsedDelivery | { readonly failed: string }

/** Reads an event as the kind of its connection sends it; without a connection, that was deleted, it is ignored. */
export function parseEvent(row: EventRow, connection: ConnectionRow | undefined): ParsedEvent {
  if (connection === undefined) return { ignored: 'Its connection was deleted.' }
  try {
    const parser = parsers[connection.kind]
    const delivery = { headers: row.headers, body: row.body.toString('utf8') }
    return parser?.(delivery, optionsOfSender(connection.options)) ?? { ignored: 'Such a connection sends no events.' }
  } catch (error) {
    if (error instanceof UnreadableEvent) return { failed: error.message }
    log.error({ err: error, event: row.id }, 'event not readable')
    return { failed: 'It is not in a form that such a sender uses.' }
  }
}
