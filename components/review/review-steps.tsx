'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef } from 'react'
import { FieldDiscussions } from '#components/discussion/field-discussions.tsx'
import { useShortcut } from '#components/layout/shortcuts/shortcuts.tsx'
import { useLateReview, useReviewSavers } from '#components/review/form/use-review-savers.ts'
import { useStepHref } from '#components/review/form/use-step-href.ts'
import { Notice } from '#components/ui/notice.tsx'
import { type Step, Stepper } from '#components/ui/stepper.tsx'
import { cleanCheckQuery, improvementsQuery, linkedIncidentsQuery } from '#lib/api/review-queries.ts'
import type { LiveReview } from '#lib/api/review-savers.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { isLocked } from '#lib/domain/four-eyes/review-sign-off.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import {
  type ProgressStep,
  progressSteps,
  reviewProgress,
  type StepProgress,
  stepLabels,
} from '#lib/domain/review/review-progress.ts'
import { stepSegment } from '#lib/domain/review/step-segment.ts'
import { AssignedNotice } from './assigned-notice.tsx'
import { ChangeReference, ChangeReferenceButton } from './change-reference.tsx'
import {
  ApiWriteNotice,
  ReviewStatusNotice,
  SignOffActions,
  SignOffStep,
  StepAnswers,
  StepAttachments,
  WaiverRequest,
} from './lazy-steps.tsx'
import { ReassignReview } from './reassign-review.tsx'
import { ReviewHeader } from './review-header.tsx'
import { SaveIndicator } from './save-indicator.tsx'
import { StepBoundary } from './step-boundary.tsx'
import { StepPanel } from './step-panel.tsx'
import { UnsavedNotice } from './unsaved-notice.tsx'
import { useFocusWhenOpen } from './use-focus-when-open.ts'
import { WritableStep } from './writable-step.tsx'

type ReviewStepsProps = {
  change: ChangeRecord
  review: Review
  step: ProgressStep
  account: string
  accountName: string
  canWrite: boolean
  canManage: boolean
  isAdmin: boolean
  /** The review was started on this page: the step takes the focus, because the start button is gone. */
  takesFocus: boolean
}

/** A review: its progress, the current step, and the change beside it. */
export function ReviewSteps({
  change,
  review,
  step: initialStep,
  account,
  accountName,
  canWrite,
  canManage,
  isAdmin,
  takesFocus,
}: ReviewStepsProps) {
  const { number } = change
  const panel = useRef<HTMLElement>(null)
  const { step, onLinkClick, goTo } = useStepHref(number, initialStep, panel, takesFocus)
  useFocusWhenOpen(review, panel)
  const savers = useReviewSavers(review, account)
  // A field shows its new value at once; everything derived from it may render later.
  const live = useDeferredValue(useLateReview(savers, review))
  const steps = useProgress(change, review, live)
  const progress = steps.find((known) => known.step === step)
  const isReadOnly = !canWrite || isLocked(review)
  const role = canManage ? 'manager' : canWrite ? 'reviewer' : 'viewer'

  const reader = { email: account, canWrite, isAdmin }

  const at = progressSteps.indexOf(step)
  const goToStep = (other: ProgressStep | undefined) => other && goTo(pagePaths.review(number, stepSegment(other)))
  useShortcut(']', 'Next step of the review', () => goToStep(progressSteps[at + 1]))
  useShortcut('[', 'Previous step of the review', () => goToStep(progressSteps[at - 1]))

  const header = useMemo(
    () => (
      <ReviewHeader
        change={change}
        review={review}
        actions={
          <>
            <ReassignReview review={review} account={account} canManage={canManage} />
            <ChangeReferenceButton change={change} step={step} />
          </>
        }
      />
    ),
    [change, review, account, canManage, step],
  )
  const stepper = useMemo(
    () => (
      <Stepper
        label="Steps of the review"
        steps={steps.map((known) => stepLink(number, known, review, live))}
        current={pagePaths.review(number, stepSegment(step))}
      />
    ),
    [steps, number, review, live, step],
  )

  if (!progress) return null
  const props = { review, change, savers }
  const isExplained = isLocked(review) || review.returned !== null
  return (
    <div onClickCapture={onLinkClick}>
      {header}
      <div className="mb-3 short:mb-1">{stepper}</div>
      <div className="mb-4 empty:hidden">
        {isExplained && !(step === 'sign_off' && isLocked(review)) ? (
          <ReviewStatusNotice review={review} step={step} />
        ) : null}
      </div>
      {review.waiver_requested ? (
        <div className="mb-4">
          <WaiverRequest review={review} />
        </div>
      ) : null}
      {!canWrite && !isLocked(review) ? (
        <div className="mb-4">
          <Notice>You can read this review. Only reviewers can edit it.</Notice>
        </div>
      ) : null}
      {review.set_through_api ? (
        <div className="mb-4">{review.set_through_api ? <ApiWriteNotice review={review} /> : null}</div>
      ) : null}
      {isReadOnly ? null : <AssignedNotice review={review} account={account} />}
      {isReadOnly ? null : <UnsavedNotice number={number} live={live} current={step} />}
      <div className="flex items-start gap-5">
        <div className="min-w-0 flex-1">
          <StepPanel
            number={number}
            progress={progress}
            panel={panel}
            isReadOnly={isReadOnly}
            status={isReadOnly || step === 'sign_off' ? null : <SaveIndicator state={live.states[step]} />}
            actions={
              step === 'sign_off' ? (
                <SignOffActions
                  steps={steps}
                  isReadOnly={isReadOnly}
                  person={{ email: account, name: accountName, role }}
                  live={live}
                  {...props}
                />
              ) : null
            }
          >
            <StepBoundary key={step}>
              <FieldDiscussions reference={review.reference} step={step} reader={reader}>
                {step === 'sign_off' ? (
                  <SignOffStep review={review} change={change} live={live} steps={steps} />
                ) : isReadOnly ? (
                  <StepAnswers key={step} step={step} review={review} change={change} />
                ) : (
                  <WritableStep
                    key={step}
                    step={step}
                    panel={panel}
                    accountName={accountName}
                    state={live.states[step]}
                    {...props}
                  />
                )}
              </FieldDiscussions>
              {step === 'sign_off' ? null : (
                <StepAttachments
                  key={`files ${step}`}
                  reference={review.reference}
                  step={step}
                  reader={{ email: account, canManage }}
                  isReadOnly={isReadOnly}
                />
              )}
            </StepBoundary>
          </StepPanel>
        </div>
        <ChangeReference change={change} step={step} />
      </div>
    </div>
  )
}

/** What is missing in each step, counting unsaved edits. */
function useProgress(change: ChangeRecord, review: Review, { forms }: LiveReview): StepProgress[] {
  const improvements = useQuery(improvementsQuery(review.reference)).data?.result
  const linked = useQuery(linkedIncidentsQuery(change.number)).data?.result
  const check = useQuery({ ...cleanCheckQuery(review.reference), enabled: !isLocked(review) }).data
  return useMemo(
    () =>
      reviewProgress({
        change,
        forms,
        improvementCount: improvements?.filter(({ status }) => status !== 'cancelled').length ?? 0,
        linkedIncidents: linked?.map((incident) => incident.number) ?? [],
        urgentIncidents: check?.urgent_incidents ?? [],
        review,
      }),
    [change, forms, improvements, linked, check, review],
  )
}

function stepLink(number: string, { step, missing }: StepProgress, review: Review, live: LiveReview): Step {
  const isStarted =
    step === 'sign_off' ? isLocked(review) : review.steps[step].version > 0 || live.states[step].kind !== 'saved'
  return {
    href: pagePaths.review(number, stepSegment(step)),
    label: stepLabels[step],
    missing: isLocked(review) ? 0 : missing.length,
    started: isStarted,
    sentBack: review.returned?.step === step,
  }
}
