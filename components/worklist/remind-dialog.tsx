'use client'

import { remindReviewers } from '#lib/contracts/routes.ts'
import { BulkDialog, outcomeInWords, reviewsInWords } from './bulk-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { useBulk } from './use-bulk.ts'

/** Reminds the reviewers of the reviews that are selected. */
export function RemindDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const remind = useBulk(remindReviewers, onDone)
  return (
    <BulkDialog
      title={`Remind of ${reviewsInWords(numbers.length)}`}
      description="Each reviewer is told which review waits and since when; at most once a day of the same one."
      results={remind.data?.results}
      summary={outcomeInWords(remind.data?.results)}
      error={remind.error?.message}
      submit={{ label: 'Remind', busy: remind.isPending, run: () => remind.run({ body: { reviews: [...numbers] } }) }}
      onClose={onClose}
    />
  )
}
