'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import {
  Component,
  type ComponentProps,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { FieldDiscussions } from '#components/discussion/field-discussions.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { proposalsQuery } from '#lib/api/review-queries.ts'
import type { SaveState, StepSaver } from '#lib/api/step-saver.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import { pickForms } from '#lib/review/forms.ts'
import type { ProgressStep } from '#lib/review/labels.ts'
import type { StepProgress } from '#lib/review/progress.ts'
import type { ReviewReader, SignOffProps, StepProps } from './form/use-step-form.ts'
import { focusHash } from './form/use-step-href.ts'

const timeoutMs = 500

/** Resolves when the browser is idle, so that pending input is handled first. */
function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: timeoutMs })
    else setTimeout(resolve, timeoutMs)
  })
}

/** Placeholder as tall as the window, so that the content below does not shift when the step has loaded. */
const StepSkeleton = () => (
  <div className="min-h-dvh">
    <SkeletonText lines={10} label="Loading the step" />
  </div>
)
const loading = StepSkeleton

const preloads: (() => Promise<unknown>)[] = []

/** Registers an import for `preloadSteps`. Call it inside `dynamic(…)`, or the page does not list the script. */
function preloaded<Load extends () => Promise<unknown>>(load: Load): Load {
  preloads.push(load)
  return load
}

/** The step forms, loaded on demand. Wrap them in `Suspense`. */
const stepForms = {
  plan: dynamic(preloaded(() => import('./steps/plan-step.tsx').then((module) => module.PlanStep))),
  risk: dynamic(preloaded(() => import('./form/questions.tsx').then((module) => module.RiskStep))),
  incidents: dynamic(preloaded(() => import('./steps/incidents-step.tsx').then((module) => module.IncidentsStep))),
  outcome: dynamic(preloaded(() => import('./steps/outcome-step.tsx').then((module) => module.OutcomeStep))),
  improvements: dynamic(
    preloaded(() => import('./steps/improvements-step.tsx').then((module) => module.ImprovementsStep)),
  ),
  lessons: dynamic(preloaded(() => import('./steps/lessons-step.tsx').then((module) => module.LessonsStep))),
} satisfies Record<ReviewStep, unknown>

const SignOffStep = dynamic(
  preloaded(() => import('./steps/sign-off-step.tsx').then((module) => module.SignOffStep)),
  { loading },
)

const OpenActions = dynamic(
  preloaded(() => import('./steps/sign-off-actions.tsx').then((module) => module.SignOffActions)),
)
const ReopenReview = dynamic(preloaded(() => import('./steps/reopen-review.tsx').then((module) => module.ReopenReview)))

export const SignOffActions = (props: ComponentProps<typeof OpenActions>) =>
  isClosedReview(props.review.status) ? (
    <ReopenReview review={props.review} person={props.person} />
  ) : (
    <OpenActions {...props} />
  )

const ConflictChoice = dynamic(
  preloaded(() => import('./conflict-choice.tsx').then((module) => module.ConflictChoice<ReviewStep>)),
  // Without `loading`, the form would be hidden meanwhile.
  { loading: () => null },
)

/** Proposals of assistants for a step; most reviews have none. */
const StepProposals = dynamic(() => import('./step-proposals.tsx').then((module) => module.StepProposals))

/** The read-only view of a step. */
const StepAnswers = dynamic(() => import('./step-answers.tsx').then((module) => module.StepAnswers), { loading })

const MarkedLessons = dynamic(
  preloaded(() => import('#components/knowledge/lesson-marks.tsx').then((module) => module.MarkedLessons)),
)

const StepAttachments = dynamic(
  preloaded(() => import('#components/attachments/attachment-list.tsx').then((module) => module.StepAttachments)),
)

/** Preloads all steps, so that the review works offline. Ignores failures, because opening a step loads it again. */
async function preloadSteps(): Promise<void> {
  await waitUntilIdle()
  for (const load of preloads) void load().catch(() => {})
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
        {step === 'plan' ? <MarkedLessons change={change} isReadOnly={isReadOnly} /> : null}
      </FieldDiscussions>
      {step === 'sign_off' ? null : (
        <StepAttachments reference={review.reference} step={step} reader={reader} isReadOnly={isReadOnly} />
      )}
    </StepBoundary>
  )
}

const retryMs = 5_000

/** Confines a failure to load a step to its own panel; the rest of the review continues to work. */
class StepBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <FailedStep /> : this.props.children
  }
}

/** Reloads the page as soon as the service responds. The texts of all steps are stored in this browser. */
function FailedStep() {
  useEffect(() => {
    let isOver = false
    const reloadIfBack = async () => {
      const response = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
      if (response?.ok && !isOver) window.location.reload()
    }
    const timer = setInterval(reloadIfBack, retryMs)
    window.addEventListener('online', reloadIfBack)
    return () => {
      isOver = true
      clearInterval(timer)
      window.removeEventListener('online', reloadIfBack)
    }
  }, [])
  return (
    <ErrorState
      title="This step could not be loaded"
      message="It loads by itself when the connection is back. Your text in the other steps is safe."
      onRetry={() => window.location.reload()}
    />
  )
}

type WritableStepProps = StepProps & {
  step: ReviewStep
  state: SaveState<object>
  panel: RefObject<HTMLElement | null>
  accountName: string
}

/** Makes the disabled form look enabled until hydration; enabled, it would lose input. */
const looksEnabledClass =
  '[&_:disabled]:bg-surface! [&_:disabled]:text-ink! [&_:disabled]:cursor-default! [&_input:disabled+span]:opacity-100!'

const WritableStep = memo(function WritableStep({ step, state, panel, accountName, ...props }: WritableStepProps) {
  const isHydrated = useHydrated()
  const [isReady, setReady] = useState(isHydrated)
  const form = useStableForm(step, props, isReady, setReady)
  const saver = props.savers.steps[step]
  useEffect(() => () => void saver.flush(), [saver])
  const proposed = useQuery(proposalsQuery(props.review.reference)).data?.result ?? []
  const proposals = proposed.filter(({ part }) => part.field.startsWith(`${step}.`))
  return (
    <>
      {state.kind === 'conflict' ? (
        <ConflictChoice
          step={step}
          change={props.change}
          forms={pickForms(props.review)}
          saver={saver as StepSaver<ReviewForm<ReviewStep>>}
          state={state as Extract<SaveState<ReviewForm<ReviewStep>>, { kind: 'conflict' }>}
          accountName={accountName}
          onChosen={() => panel.current?.focus()}
        />
      ) : null}
      {proposals.length > 0 ? (
        <StepProposals reference={props.review.reference} savers={props.savers} proposals={proposals} />
      ) : null}
      <fieldset disabled={!isReady} onFocus={preloadSteps} className={isReady ? undefined : looksEnabledClass}>
        {form}
      </fieldset>
    </>
  )
})

/** The element stays the same until it has mounted: if its props changed, React would show the skeleton again. */
function useStableForm(step: ReviewStep, props: StepProps, isReady: boolean, setReady: (isReady: true) => void) {
  const [initialProps] = useState(props)
  const { review, change, savers } = isReady ? props : initialProps
  return useMemo(() => {
    const Form = stepForms[step]
    return (
      <Suspense fallback={<StepSkeleton />}>
        <Form review={review} change={change} savers={savers} />
        <WhenMounted onMounted={setReady} />
      </Suspense>
    )
  }, [step, review, change, savers, setReady])
}

/** Reports mounting, then focuses the field in the URL, once it is no longer disabled. */
function WhenMounted({ onMounted }: { onMounted: (isReady: true) => void }) {
  const isHydrated = useHydrated()
  useLayoutEffect(() => onMounted(true), [onMounted])
  useEffect(() => {
    if (isHydrated) focusHash()
  }, [isHydrated])
  return null
}
