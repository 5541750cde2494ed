'use client'

import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type StepProgress, stepLabels } from '#lib/domain/review-progress.ts'
import type { SignOffCase } from '#lib/domain/review-sign-off.ts'
import { stepAddress } from '#lib/domain/step-address.ts'
import { MissingList } from '../missing-list.tsx'
import type { StepProps } from '../step-props.ts'
import { CompleteReview } from './complete-review.tsx'
import { ReopenReview } from './reopen-review.tsx'
import { ReviewResult } from './review-result.tsx'
import { ReviewSummary } from './review-summary.tsx'
import { SignReview } from './sign-review.tsx'

type SignOffStepProps = StepProps & {
  steps: readonly StepProgress[]
  isReadOnly: boolean
  person: SignOffCase['person']
}

/** Summary, missing items, and what the person can do next. */
export function SignOffStep({ review, change, savers, live, steps, isReadOnly, person }: SignOffStepProps) {
  const open = steps.filter(({ step, isDone }) => step !== 'sign_off' && !isDone)
  return (
    <div className="flex flex-col gap-5">
      <ReviewResult review={review} change={change} />
      <ReviewSummary review={review} change={change} live={live} />
      {open.length > 0 && review.status !== 'completed' ? <OpenSteps number={change.number} steps={open} /> : null}
      {isReadOnly ? null : (
        <CompleteReview
          review={review}
          change={change}
          person={person}
          savers={savers}
          live={live}
          isReady={open.length === 0}
        />
      )}
      {review.status === 'awaiting_sign_off' ? <SignReview review={review} change={change} person={person} /> : null}
      {review.status === 'completed' ? <ReopenReview review={review} change={change} person={person} /> : null}
    </div>
  )
}

function OpenSteps({ number, steps }: { number: string; steps: readonly StepProgress[] }) {
  return (
    <Notice tone="warning" title="Before it can be completed">
      <ul className="mt-1 flex flex-col gap-2">
        {steps.map((progress) => (
          <li key={progress.step}>
            <TextLink href={pagePaths.review(number, stepAddress(progress.step))}>{stepLabels[progress.step]}</TextLink>
            <MissingList number={number} progress={progress} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
