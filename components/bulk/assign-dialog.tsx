'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Search, UsersRound } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useUser } from '#components/layout/user-context.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { reviewersQuery } from '#lib/api/policy-queries.ts'
import type { listReviewers } from '#lib/contracts/app/review-bulk.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { assignReviews } from '#lib/contracts/routes.ts'
import { describeCount } from '#lib/text/counted.ts'
import { matchesWords } from '#lib/text/fold-for-sorting.ts'
import { shorten } from '#lib/text/shorten.ts'
import { BulkDialog, type BulkDialogProps, countOutcomes, isDone, useBulk } from './bulk-dialog.tsx'

const debounceMs = 150

/** Assigns reviews to the chosen person, or to the members of the chosen group in turn. */
export function AssignDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const [search, setSearch] = useState('')
  const reviewers = useQuery({
    ...reviewersQuery(useDebounced(shorten(search.trim(), 200, ''), debounceMs)),
    placeholderData: keepPreviousData,
  })
  const assign = useBulk(assignReviews, ({ results }) => {
    onDone()
    const receivers = new Set(results.map(({ text }) => text))
    if (receivers.size !== 1 || !results.every(isDone)) return
    const [first] = results
    const description = results.length === 1 ? (first?.title ?? undefined) : describeCount(results.length, 'review')
    showToast({ kind: 'success', title: first?.text ?? '', description })
    onClose()
  })
  const choose = (assignee: Assignee) => {
    if (!assign.isPending) assign.run({ body: { reviews: [...numbers], ...assignee } })
  }
  return (
    <BulkDialog
      title={`Assign ${numbers.length === 1 ? numbers[0] : describeCount(numbers.length, 'review')}`}
      description="The new reviewer is notified."
      command={assign}
      summarize={countOutcomes('assigned', 'not assigned')}
      error={reviewers.error?.message}
      onClose={onClose}
    >
      {reviewers.data ? (
        <AssigneeList
          {...reviewers.data}
          search={search}
          onSearch={setSearch}
          isBusy={assign.isPending}
          onChoose={choose}
        />
      ) : reviewers.isPending ? (
        <SkeletonText lines={4} label="Loading the reviewers" />
      ) : null}
    </BulkDialog>
  )
}

type Assignee = { reviewer: string } | { group_id: string }

type AssigneeListProps = ResponseOf<typeof listReviewers> & {
  search: string
  onSearch: (search: string) => void
  isBusy: boolean
  onChoose: (assignee: Assignee) => void
}

/** Reviewers, searched on the server while the person types, with their number of open reviews, and groups. */
function AssigneeList({ people, total_count, groups, search, onSearch, isBusy, onChoose }: AssigneeListProps) {
  const me = useUser()?.email
  const unlisted = total_count - people.length
  return (
    <Command
      label="Reviewer"
      loop
      shouldFilter={false}
      aria-busy={isBusy}
      className="rounded-md border border-line-strong/60 bg-surface"
    >
      <div className="flex items-center gap-2 border-b border-line px-2.5">
        <Search className="size-4 shrink-0 text-muted" />
        <Command.Input
          ref={focusFirst}
          value={search}
          onValueChange={onSearch}
          placeholder="Name of a reviewer or group"
          className="h-9 min-w-0 flex-1 bg-transparent text-sm outline-none pointer-coarse:text-[1rem]"
        />
      </div>
      <Command.List label="Reviewers" className="max-h-[min(18rem,40dvh)] overflow-y-auto overscroll-contain p-1">
        <Command.Empty className="px-2 py-3 text-sm text-muted">No reviewer has this name.</Command.Empty>
        {people
          .filter(({ name, email }) => matchesWords(`${name} ${email}`, search))
          .map(({ name, email, open_reviews: open }) => (
            <Choice key={email} value={`${name} ${email}`} onSelect={() => onChoose({ reviewer: email })}>
              <Avatar name={name} />
              <span className="min-w-0 flex-1 truncate">
                {name}
                {email === me ? <span className="text-muted"> (me)</span> : null}
              </span>
              <span className="text-xs text-muted tabular-nums">{open} open</span>
            </Choice>
          ))}
        {unlisted > 0 ? (
          <p className="px-2 py-1 text-xs text-muted">{unlisted} more: type a part of the name.</p>
        ) : null}
        {groups
          .filter(({ name }) => matchesWords(name, search))
          .map(({ id, name, members }) => (
            <Choice key={id} value={`${name} ${id}`} onSelect={() => onChoose({ group_id: id })}>
              <UsersRound className="size-5 shrink-0 p-0.5 text-muted" />
              <span className="min-w-0 flex-1 truncate">In turn among {name}</span>
              <span className="text-xs text-muted tabular-nums">{members} people</span>
            </Choice>
          ))}
      </Command.List>
    </Command>
  )
}

/** Stable, so that React calls it once. The input may appear after the dialog has set the focus. */
const focusFirst = (input: HTMLInputElement | null) => input?.focus()

function Choice(props: ComponentProps<typeof Command.Item>) {
  return (
    <Command.Item
      {...props}
      className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 text-sm data-[selected=true]:bg-accent-soft"
    />
  )
}
