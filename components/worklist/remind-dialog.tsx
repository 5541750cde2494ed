'use client'

import { remindReviewers } from '#lib/contracts/routes.ts'
import { BulkDialog, type BulkDialogProps, outcomeInWords, reviewsInWords } from './bulk-dialog.tsx'
import { useBulk } from './use-bulk.ts'

export function RemindDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const remind = useBulk(remindReviewers, onDone)
  return (
    <BulkDialog
      title={`Send reminders for ${reviewsInWords(numbers.length)}`}
      description="Notifies each reviewer which review is open and since when, at most once a day for each review."
      results={remind.data?.results}
      summary={outcomeInWords(remind.data?.results)}
      error={remind.error?.message}
      submit={{ label: 'Remind', busy: remind.isPending, run: () => remind.run({ body: { reviews: [...numbers] } }) }}
      onClose={onClose}
    />
  )
}
