'use client'

import { useQuery } from '@tanstack/react-query'
import { BellRing, CheckCheck, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useShortcut } from '#components/layout/shortcuts/shortcuts.tsx'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { CompletionResult } from '#lib/contracts/app/review-bulk.ts'
import { completeCleanReviews, remindReviewers } from '#lib/contracts/routes.ts'
import { describeCount } from '#lib/text/counted.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { BulkDialog, type BulkDialogProps, BulkResults, countOutcomes, isDone, useBulk } from './bulk-dialog.tsx'
import { useAssign } from './use-assign.tsx'
import type { Selection } from './use-selection.ts'

function RemindDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const remind = useBulk(remindReviewers, ({ results }) => {
    onDone()
    if (!results.every(isDone)) return
    showToast({ kind: 'success', title: `${describeCount(results.length, 'reminder')} sent` })
    onClose()
  })
  return (
    <BulkDialog
      title={`Send ${describeCount(numbers.length, 'reminder')}`}
      description="A reviewer is reminded of the same review at most once a day."
      command={remind}
      refused="Skipped"
      summarize={countOutcomes('sent', 'skipped')}
      submitLabel="Send"
      onSubmit={() => remind.run({ body: { reviews: [...numbers] } })}
      onClose={onClose}
    />
  )
}

function CleanDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const dryRun = useQuery({
    queryKey: ['clean', ...numbers],
    queryFn: async ({ signal }) => {
      const body = { reviews: [...numbers], dry_run: true }
      return (await callEndpoint(completeCleanReviews, { body }, { signal })).data
    },
    gcTime: 0,
  })
  const complete = useBulk(completeCleanReviews, onDone)
  const clean = countResults(dryRun.data?.results ?? [], 'clean')
  return (
    <BulkDialog
      title="Complete as successful"
      description="Short reviews of changes that stayed in their window, without incidents or deviations."
      command={complete}
      summarize={summarize}
      error={dryRun.error?.message}
      submitLabel={clean === 0 ? 'Complete' : `Complete ${describeCount(clean, 'review')}`}
      isBlocked={clean === 0}
      onSubmit={() => complete.run({ body: { reviews: [...numbers] } })}
      onClose={onClose}
    >
      {dryRun.data ? (
        <>
          <p className="text-sm text-pretty" role="status">
            {clean === 0
              ? 'None of these reviews can be completed as successful without its form.'
              : `${clean} of ${numbers.length} can be completed as successful in your name, except ${dryRun.data.sample_percent} % that are drawn at random for a full review.`}
          </p>
          <BulkResults results={dryRun.data.results} refused="Not possible" />
        </>
      ) : dryRun.isPending ? (
        <SkeletonText lines={4} label="Checking the changes" />
      ) : null}
    </BulkDialog>
  )
}

const countResults = (results: readonly CompletionResult[], value: CompletionResult['result']) =>
  results.filter(({ result }) => result === value).length

function summarize(results: readonly CompletionResult[]): string {
  const refused = countResults(results, 'refused')
  const parts = [
    `${countResults(results, 'completed')} completed`,
    `${countResults(results, 'drawn')} drawn for full review`,
    ...(refused > 0 ? [`${refused} not done`] : []),
  ]
  return `${parts.join(', ')}.`
}

/** The bulk bar, and its keys: `x` toggles the focused row, `a` assigns it or the selected ones. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { numbers } = selection
  const assign = useAssign(selection.clear)
  const [open, setOpen] = useState<{ kind: keyof typeof dialogs; numbers: readonly string[] } | null>(null)
  useShortcut('x', 'Select or deselect the row', () => focusedBox()?.click())
  useShortcut('a', 'Assign the row or the selected rows', () => {
    const focused = focusedBox()?.value
    const chosen = numbers.length > 0 ? numbers : focused ? [focused] : []
    if (chosen.length > 0) assign.open(chosen)
  })
  const openDialog = (kind: keyof typeof dialogs) => () => setOpen({ kind, numbers })
  const OpenDialog = open && dialogs[open.kind]
  return (
    <>
      <p role="status" className="sr-only">
        {numbers.length === 0 ? '' : `${numbers.length} selected`}
      </p>
      {numbers.length > 0 ? (
        <section
          aria-label="Selected reviews"
          className="sticky bottom-3 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-lg border border-line-strong/60 bg-raised px-3 py-2 shadow-raised"
        >
          <span className="text-sm font-medium tabular-nums">{groupDigits(numbers.length)} selected</span>
          <Button size="sm" icon={<UserPlus aria-hidden="true" />} onClick={() => assign.open(numbers)}>
            Assign
          </Button>
          <Button size="sm" icon={<BellRing aria-hidden="true" />} onClick={openDialog('remind')}>
            Remind
          </Button>
          <Button size="sm" icon={<CheckCheck aria-hidden="true" />} onClick={openDialog('clean')}>
            Complete as successful
          </Button>
          <IconButton size="sm" label="Clear the selection" icon={<X aria-hidden="true" />} onClick={selection.clear} />
        </section>
      ) : null}
      {open && OpenDialog ? (
        <OpenDialog numbers={open.numbers} onDone={selection.clear} onClose={() => setOpen(null)} />
      ) : null}
      {assign.dialog}
    </>
  )
}

/** Returns the checkbox in the row that has the focus; its value is the number of the change. */
const focusedBox = () =>
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('td input[type="checkbox"]')

const dialogs = { remind: RemindDialog, clean: CleanDialog }
