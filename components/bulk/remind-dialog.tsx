'use client'

import { showToast } from '#components/ui/overlay/toast.ts'
import { remindReviewers } from '#lib/contracts/routes.ts'
import { BulkDialog, type BulkDialogProps, isDone, outcomeInWords } from './bulk-dialog.tsx'
import { useBulk } from './use-bulk.ts'

const remindersInWords = (count: number) => (count === 1 ? '1 reminder' : `${count} reminders`)

export function RemindDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const remind = useBulk(remindReviewers, ({ results }) => {
    onDone()
    if (!results.every(isDone)) return
    showToast({ kind: 'success', title: `${remindersInWords(results.length)} sent` })
    onClose()
  })
  return (
    <BulkDialog
      title={`Send ${remindersInWords(numbers.length)}`}
      description="A reviewer is reminded of the same review at most once a day."
      results={remind.data?.results}
      refused="Skipped"
      summary={outcomeInWords(remind.data?.results, 'sent', 'skipped')}
      error={remind.error?.message}
      submit={{ label: 'Send', busy: remind.isPending, run: () => remind.run({ body: { reviews: [...numbers] } }) }}
      onClose={onClose}
    />
  )
}
