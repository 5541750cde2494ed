'use client'

import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { LiveReview } from '#lib/api/review-savers.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type ProgressStep, stepLabels } from '#lib/domain/review/review-labels.ts'

type UnsavedNoticeProps = { number: string; live: LiveReview; current: ProgressStep }

const unsavedStates = ['offline', 'signed_out', 'refused', 'conflict']

/** Lists other steps whose text is only in this browser. */
export function UnsavedNotice({ number, live, current }: UnsavedNoticeProps) {
  const steps = reviewSteps.filter((step) => step !== current && unsavedStates.includes(live.states[step].kind))
  if (steps.length === 0) return null
  return (
    <div className="mb-4">
      <Notice tone="warning" announce>
        Not saved yet, stored in this browser:{' '}
        {steps.map((step, index) => (
          <span key={step}>
            {index > 0 ? ', ' : null}
            <TextLink href={pagePaths.review(number, step)}>{stepLabels[step]}</TextLink>
            {live.states[step].kind === 'conflict' ? ' (saved elsewhere too)' : null}
          </span>
        ))}
      </Notice>
    </div>
  )
}
