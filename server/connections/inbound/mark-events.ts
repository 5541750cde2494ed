import { eq, inArray, sql } from 'drizzle-orm'
import { shorten } from '#lib/text/shorten.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { inboundEvents } from '#server/schema/connections.ts'
import type { EventRow, ParsedEvent } from './parse-event.ts'

type EventOutcome = { readonly status: 'done' | 'ignored' | 'failed'; readonly text: string }
export type ReadEvent = { readonly row: EventRow; readonly parsed: ParsedEvent }

/** Marks events as read, in one statement for each outcome. */
export async function markRead(tx: Transaction, now: Date, read: readonly ReadEvent[]): Promise<void> {
  const byOutcome = Map.groupBy(read, ({ parsed }) => JSON.stringify(toOutcome(parsed)))
  for (const [outcome, events] of byOutcome) {
    const { status, text } = JSON.parse(outcome) as EventOutcome
    const ids = events.map(({ row }) => row.id)
    await tx
      .update(inboundEvents)
      .set({ status, outcome: text, processedAt: now.toISOString(), attempts: sql`${inboundEvents.attempts} + 1` })
      .where(inArray(inboundEvents.id, ids))
  }
}

/** Stores how much of an event was applied; the rest waits for the next turn of its connection. */
export async function markApplied(tx: Transaction, { id }: EventRow, applied: number): Promise<void> {
  await tx.update(inboundEvents).set({ applied }).where(eq(inboundEvents.id, id))
}

/** Maximum characters of an outcome, which may quote what was sent. */
const maxOutcomeLength = 500
const shortenOutcome = (text: string) => shorten(text.replaceAll('\0', ''), maxOutcomeLength)

function toOutcome(parsed: ParsedEvent): EventOutcome {
  if ('failed' in parsed) return { status: 'failed', text: shortenOutcome(parsed.failed) }
  if ('ignored' in parsed) return { status: 'ignored', text: shortenOutcome(parsed.ignored) }
  const kinds = [...new Set(parsed.events.map(({ kind }) => kind))]
  return { status: 'done', text: kinds.map((kind) => (kind === 'alerts' ? 'Incident' : 'Deployment')).join(' and ') }
}
