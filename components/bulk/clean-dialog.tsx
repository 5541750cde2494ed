'use client'

import { useQuery } from '@tanstack/react-query'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { CompletionResult } from '#lib/contracts/app/review-bulk.ts'
import { completeCleanReviews } from '#lib/contracts/routes.ts'
import { BulkDialog, type BulkDialogProps, describeReviewCount } from './bulk-dialog.tsx'
import { BulkResults } from './bulk-results.tsx'
import { useBulk } from './use-bulk.ts'

/** Lists the reviews that are ready, completes them, and lists those drawn for a full review. */
export function CleanDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const dryRun = useQuery({
    queryKey: ['clean', ...numbers],
    queryFn: async ({ signal }) => {
      const body = { reviews: [...numbers], dry_run: true }
      return (await callEndpoint(completeCleanReviews, { body }, { signal })).data
    },
    gcTime: 0,
  })
  const complete = useBulk(completeCleanReviews, onDone)
  const clean = countResults(dryRun.data?.results, 'clean')
  return (
    <BulkDialog
      title="Complete as successful"
      description="Short reviews of changes that stayed in their window, without incidents or deviations."
      results={complete.data?.results}
      summary={summarize(complete.data?.results)}
      error={complete.error?.message ?? dryRun.error?.message}
      submit={{
        label: clean === 0 ? 'Complete' : `Complete ${describeReviewCount(clean)}`,
        busy: complete.isPending,
        disabled: clean === 0,
        run: () => complete.run({ body: { reviews: [...numbers] } }),
      }}
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

const countResults = (results: readonly CompletionResult[] | undefined, value: CompletionResult['result']) =>
  (results ?? []).filter(({ result }) => result === value).length

function summarize(results: readonly CompletionResult[] | undefined): string {
  const refused = countResults(results, 'refused')
  const parts = [
    `${countResults(results, 'completed')} completed`,
    `${countResults(results, 'drawn')} drawn for full review`,
    ...(refused > 0 ? [`${refused} not done`] : []),
  ]
  return `${parts.join(', ')}.`
}
