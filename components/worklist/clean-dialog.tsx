'use client'

import { useQuery } from '@tanstack/react-query'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { CompletionResult } from '#lib/contracts/app/review-bulk.ts'
import { completeCleanReviews } from '#lib/contracts/routes.ts'
import { BulkDialog, reviewsInWords } from './bulk-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { BulkResults } from './bulk-results.tsx'
import { useBulk } from './use-bulk.ts'

/** Shows which of the reviews are clean and why others are not; completes the clean ones, and tells which were drawn. */
export function CleanDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const trial = useQuery({
    queryKey: ['clean', ...numbers],
    queryFn: async ({ signal }) => {
      const body = { reviews: [...numbers], dry_run: true }
      return (await callEndpoint(completeCleanReviews, { body }, { signal })).data
    },
    gcTime: 0,
  })
  const complete = useBulk(completeCleanReviews, onDone)
  const clean = countOf(trial.data?.results, 'clean')
  return (
    <BulkDialog
      title="Complete clean reviews"
      description="Short reviews of low-risk changes that kept their window, with no incident and no deviation."
      results={complete.data?.results}
      summary={summaryOf(complete.data?.results)}
      error={complete.error?.message ?? trial.error?.message}
      submit={{
        label: clean === 0 ? 'Complete' : `Complete ${reviewsInWords(clean)}`,
        busy: complete.isPending,
        disabled: clean === 0,
        run: () => complete.run({ body: { reviews: [...numbers] } }),
      }}
      onClose={onClose}
    >
      {trial.data ? (
        <>
          <p className="text-sm text-pretty" role="status">
            {clean === 0
              ? 'None of these is clean.'
              : `${clean} of ${numbers.length} ${clean === 1 ? 'is' : 'are'} clean. They are completed as successful in your name; ${trial.data.sample_percent} % of them are drawn at random for a full review instead.`}
          </p>
          <BulkResults results={trial.data.results} refused="Not clean" />
        </>
      ) : trial.isPending ? (
        <SkeletonText lines={4} label="Looking at the changes" />
      ) : null}
    </BulkDialog>
  )
}

const countOf = (results: readonly CompletionResult[] | undefined, token: CompletionResult['result']) =>
  (results ?? []).filter(({ result }) => result === token).length

function summaryOf(results: readonly CompletionResult[] | undefined): string {
  const refused = countOf(results, 'refused')
  const parts = [
    `${countOf(results, 'completed')} completed`,
    `${countOf(results, 'drawn')} drawn for full review`,
    ...(refused > 0 ? [`${refused} not done`] : []),
  ]
  return `${parts.join(', ')}.`
}
