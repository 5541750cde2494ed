import { isForReader } from '#components/records/worklist-labels.ts'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { getWorklist, listQueue } from '#lib/contracts/routes.ts'
import type { RememberedList } from './remembered-list.ts'

/** A review to continue with. */
export type NextEntry = Pick<QueueEntry, 'number' | 'title' | 'review_status' | 'form_kind' | 'open_step'>

/**
 * Returns the entry after `current` in the present list. `shownNumbers` is the order in which the person saw it:
 * entries after `current` and new ones come before those that the person skipped.
 */
export function findNextEntry<Entry extends Pick<NextEntry, 'number'>>(
  entries: readonly Entry[],
  shownNumbers: readonly string[],
  current: string,
): Entry | null {
  const others = entries.filter(({ number }) => number !== current)
  const skipped = new Set(shownNumbers.slice(0, Math.max(0, shownNumbers.indexOf(current))))
  return others.find(({ number }) => !skipped.has(number)) ?? others[0] ?? null
}

type NextReviewReader = { readonly email: string; readonly canSign: boolean; readonly signal: AbortSignal }

/** Returns the next review of a remembered list that this person can work on; null after the last one. */
export function findNext(list: RememberedList, current: string, reader: NextReviewReader): Promise<NextEntry | null> {
  return list.query === null
    ? findNextOfToday(list, current, reader)
    : findNextOfQueue({ ...list, query: list.query }, current, reader)
}

async function findNextOfToday(
  list: RememberedList,
  current: string,
  { signal }: NextReviewReader,
): Promise<NextEntry | null> {
  const { sections } = (await callEndpoint(getWorklist, {}, { signal })).data
  const personalEntries = sections.filter(({ section }) => isForReader(section)).flatMap(({ entries }) => entries)
  return findNextEntry(personalEntries, list.numbers, current)
}

type RememberedQueue = RememberedList & { readonly query: NonNullable<RememberedList['query']> }

/** Searches the same page of the queue, whose entries may have moved up, and then the next one. */
async function findNextOfQueue(
  { query, numbers }: RememberedQueue,
  current: string,
  { email, canSign, signal }: NextReviewReader,
): Promise<NextEntry | null> {
  const isOpen = ({ review_status: status, reviewer }: QueueEntry) =>
    status === 'not_started' ||
    status === 'in_progress' ||
    (status === 'awaiting_sign_off' && canSign && reviewer !== email)
  for (const page of [query.page, query.page + 1]) {
    const { data } = await callEndpoint(listQueue, { query: { ...query, page } }, { signal })
    const next = findNextEntry(data.result.filter(isOpen), numbers, current)
    if (next || data.total_count <= page * query.limit) return next
  }
  return null
}
