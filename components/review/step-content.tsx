import type { RefObject } from 'react'
import { FieldDiscussions } from '#components/discussion/field-discussions.tsx'
import type { ProgressStep } from '#lib/domain/review/review-labels.ts'
import type { StepProgress } from '#lib/domain/review/review-progress.ts'
import type { SignOffProps } from './form/use-step-form.ts'
import { SignOffStep, StepAnswers, StepAttachments } from './lazy-steps.tsx'
import { StepBoundary } from './step-boundary.tsx'
import { WritableStep } from './writable-step.tsx'

/** The signed-in person and their rights on reviews. */
export type ReviewReader = {
  /** Key under which unsaved texts are stored in the browser. */
  readonly email: string
  readonly name: string
  readonly canWrite: boolean
  /** True if the person may assign the reviews of others. */
  readonly canManage: boolean
  readonly isAdmin: boolean
}

type StepContentProps = SignOffProps & {
  step: ProgressStep
  steps: readonly StepProgress[]
  reader: ReviewReader
  isReadOnly: boolean
  panel: RefObject<HTMLElement | null>
}

/** The answers of a step, editable or read-only, with comments and attachments. Each step needs its own key. */
export function StepContent({ step, steps, reader, isReadOnly, panel, live, ...props }: StepContentProps) {
  const { review, change } = props
  return (
    <StepBoundary>
      <FieldDiscussions reference={review.reference} step={step} reader={reader}>
        {step === 'sign_off' ? (
          <SignOffStep review={review} change={change} live={live} steps={steps} />
        ) : isReadOnly ? (
          <StepAnswers step={step} review={review} change={change} />
        ) : (
          <WritableStep step={step} panel={panel} accountName={reader.name} state={live.states[step]} {...props} />
        )}
      </FieldDiscussions>
      {step === 'sign_off' ? null : (
        <StepAttachments reference={review.reference} step={step} reader={reader} isReadOnly={isReadOnly} />
      )}
    </StepBoundary>
  )
}
