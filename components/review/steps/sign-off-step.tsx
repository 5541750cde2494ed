'use client'

import { useQuery } from '@tanstack/react-query'
import { NextReview } from '#components/next-review/next-review.tsx'
import { ReportParts } from '#components/report/report-parts.tsx'
import { MarkdownText } from '#components/review/form/answer-text.tsx'
import { MissingList } from '#components/review/form/missing-list.tsx'
import type { SignOffProps } from '#components/review/form/use-step-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { signOffQuery } from '#lib/api/review-queries.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type StepProgress, stepLabels } from '#lib/domain/review/review-progress.ts'
import { toStepSegment } from '#lib/domain/review/step-segment.ts'
import { buildReviewContent } from '#lib/report/review-content.ts'
import { ChangedSinceSubmission } from './changed-since-submission.tsx'
import { ChangesSince } from './changes-since.tsx'
import { ReviewResult } from './review-result.tsx'
import { useReportData } from './use-report-data.ts'

type SignOffStepProps = Pick<SignOffProps, 'review' | 'change' | 'live'> & { steps: readonly StepProgress[] }

/** Missing answers, and the content of the review as in its report. */
export function SignOffStep({ review, change, live, steps }: SignOffStepProps) {
  const data = useReportData({ review, change, live })
  const since = useQuery(signOffQuery(review.reference)).data?.changed_since ?? []
  const open = steps.filter(({ step, isDone }) => step !== 'sign_off' && !isDone)
  return (
    <div className="flex flex-col gap-6">
      <ReviewResult review={review} change={change} />
      {since.length > 0 ? <ChangedSinceSubmission number={change.number} events={since} /> : null}
      <NextReview review={review} change={change} />
      {open.length > 0 && !isClosedReview(review.status) ? <OpenSteps number={change.number} steps={open} /> : null}
      <ReportParts
        parts={buildReviewContent(data, { hasDocuments: false })}
        level={3}
        renderText={(source) => <MarkdownText source={source} under={3} />}
      />
      {data.versions.length > 0 || data.returns.length > 0 ? <ChangesSince data={data} /> : null}
    </div>
  )
}

function OpenSteps({ number, steps }: { number: string; steps: readonly StepProgress[] }) {
  return (
    <Notice tone="warning" title="Before it can be completed">
      <ul className="mt-1 flex flex-col gap-2">
        {steps.map((progress) => (
          <li key={progress.step}>
            <TextLink href={pagePaths.review(number, toStepSegment(progress.step))}>
              {stepLabels[progress.step]}
            </TextLink>
            <MissingList number={number} progress={progress} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
