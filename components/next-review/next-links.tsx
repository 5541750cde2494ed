import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { isForReader } from '#lib/contracts/app/review-values.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { getWorklist, listQueue } from '#lib/contracts/routes.ts'
import type { SignOffCase } from '#lib/review/sign-off.ts'
import { type RememberedList, toRowId } from './remembered-list.ts'
import { reviewHref } from './review-href.ts'

/** Links to the next review of a list, and to the list. */
export function NextLinks({
  list,
  number,
  person,
}: {
  list: RememberedList
  number: string
  person: SignOffCase['person']
}) {
  const canSign = hasRole(person.role, 'manager')
  const next = useQuery({
    queryKey: ['next review', number, list],
    queryFn: ({ signal }) => findNext(list, number, { email: person.email, canSign, signal }),
    gcTime: 0,
  })
  const page = list.query === null ? 'Today' : 'the changes'
  return (
    <nav aria-label="Next review" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {next.data ? (
        <ButtonLink href={reviewHref(next.data)} variant="primary" className="max-w-full min-w-0">
          <span className="truncate">Next: {next.data.title}</span>
          <ArrowRight />
        </ButtonLink>
      ) : null}
      {next.isPending ? <Spinner /> : null}
      {next.data === null ? <p className="text-sm">That was the last one.</p> : null}
      <TextLink href={next.data ? `${list.href}#${toRowId(next.data.number)}` : list.href} className="text-sm">
        Back to {page}
      </TextLink>
    </nav>
  )
}

type NextEntry = Pick<QueueEntry, 'number' | 'title' | 'review_status' | 'form_kind' | 'open_step'>

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

/** Of the queue, it searches the same page, whose entries may have moved up, and then the next one. */
async function findNext(
  { query, numbers }: RememberedList,
  current: string,
  { email, canSign, signal }: NextReviewReader,
): Promise<NextEntry | null> {
  if (query === null) {
    const { sections } = (await callEndpoint(getWorklist, {}, { signal })).data
    const ownEntries = sections
      .filter(({ section }) => isForReader(section) && section !== 'submitted')
      .flatMap(({ entries }) => entries)
    return findNextEntry(ownEntries, numbers, current)
  }
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
