'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { reviewersQuery } from '#lib/api/policy-queries.ts'
import { assignReviews } from '#lib/contracts/routes.ts'
import { shorten } from '#lib/text/shorten.ts'
import { type Assignee, AssigneeList } from './assignee-list.tsx'
import { BulkDialog, type BulkDialogProps, describeBulkOutcome, describeReviewCount, isDone } from './bulk-dialog.tsx'
import { useBulk } from './use-bulk.ts'

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
    const description = results.length === 1 ? (first?.title ?? undefined) : describeReviewCount(results.length)
    showToast({ kind: 'success', title: first?.text ?? '', description })
    onClose()
  })
  const choose = (assignee: Assignee) => {
    if (!assign.isPending) assign.run({ body: { reviews: [...numbers], ...assignee } })
  }
  return (
    <BulkDialog
      title={`Assign ${numbers.length === 1 ? numbers[0] : describeReviewCount(numbers.length)}`}
      description="The new reviewer is notified."
      results={assign.data?.results}
      summary={describeBulkOutcome(assign.data?.results, 'assigned', 'not assigned')}
      error={assign.error?.message ?? reviewers.error?.message}
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
