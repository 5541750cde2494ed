import type { Improvement } from '#lib/contracts/improvements.ts'
import { differences } from '#server/platform/audit/record-event.ts'
import type { improvements } from '#server/schema/improvements.ts'
import { atTime, toIso, workdayOnOrBefore } from '../calendar.ts'
import { type DemoEvent, eventsOf, writerOf } from './demo-event.ts'

type Status = Improvement['status']

/** What each status was before, from `open` on. */
const ways: Readonly<Record<Status, readonly Status[]>> = {
  open: [],
  in_progress: ['in_progress'],
  done: ['in_progress', 'done'],
  verified: ['in_progress', 'done', 'verified'],
  cancelled: ['cancelled'],
}

/** A demo action as its reviewer registered it and as its owner moved it on; verified by the reviewer again. */
export function improvementEvents(row: typeof improvements.$inferSelect, reviewer: string | null): DemoEvent[] {
  const event = eventsOf('improvement', row.id)
  const fields = {
    title: row.title,
    description: row.description,
    source_type: row.sourceType,
    source_ref: row.sourceRef,
    owner: row.owner,
    target_date: row.targetDate,
    category: row.category,
    priority: row.priority,
    status: 'open',
  }
  const way = ways[row.status]
  return [
    event(row.createdAt, writerOf(reviewer), 'create', differences({}, fields)),
    ...way.map((status, index) => {
      const by = status === 'verified' || status === 'cancelled' ? reviewer : row.owner
      const at = index === way.length - 1 ? row.updatedAt : partOfTheWay(row, (index + 1) / way.length)
      return event(at, writerOf(by), 'update', differences({ status: way[index - 1] ?? 'open' }, { status }))
    }),
  ]
}

/** A working day between the registration and the last write. */
function partOfTheWay({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }, part: number): string {
  const [first, last] = [Date.parse(createdAt), Date.parse(updatedAt)]
  const day = workdayOnOrBefore(first + (last - first) * part)
  return toIso(Math.min(last, Math.max(first, atTime(day, '11:25'))))
}
