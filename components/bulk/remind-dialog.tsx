'use client'

import { showToast } from '#components/ui/overlay/toast.tsx'
import { remindReviewers } from '#lib/contracts/routes.ts'
import { BulkDialog, type BulkDialogProps, describeBulkOutcome, isDone } from './bulk-dialog.tsx'
import { useBulk } from './use-bulk.ts'

const describeReminderCount = (count: number) => (count === 1 ? '1 reminder' : `${count} reminders`)

export function RemindDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const remind = useBulk(remindReviewers, ({ results }) => {
    onDone()
    if (!results.every(isDone)) return
    showToast({ kind: 'success', title: `${describeReminderCount(results.length)} sent` })
    onClose()
  })
  return (
    <BulkDialog
      title={`Send ${describeReminderCount(numbers.length)}`}
      description="A reviewer is reminded of the same review at most once a day."
      results={remind.data?.results}
      refused="Skipped"
      summary={describeBulkOutcome(remind.data?.results, 'sent', 'skipped')}
      error={remind.error?.message}
      submit={{ label: 'Send', busy: remind.isPending, run: () => remind.run({ body: { reviews: [...numbers] } }) }}
      onClose={onClose}
    />
  )
}
