'use client'

import { memo, type RefObject, Suspense, useLayoutEffect, useMemo, useState } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { SaveState, StepSaver } from '#lib/api/step-saver.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { preloadSteps, StepSkeleton, stepForms } from './lazy-steps.tsx'
import type { StepProps } from './step-props.ts'

type WritableStepProps = StepProps & { step: ReviewStep; panel: RefObject<HTMLElement | null> }

/** Until the page has come to life the form takes no input, for it would be lost; it looks as it will. */
const whileWaiting =
  '[&_:disabled]:bg-surface! [&_:disabled]:text-ink! [&_:disabled]:cursor-default! [&_input:disabled+span]:opacity-100!'

/** The form of a step, and above it the choice when somebody else saved it too. */
export const WritableStep = memo(function WritableStep({ step, panel, ...props }: WritableStepProps) {
  const isHydrated = useHydrated()
  const [isReady, setReady] = useState(isHydrated)
  const state = props.live.states[step]
  const form = useSteadyForm(step, props, isReady, setReady)
  return (
    <>
      {state.kind === 'conflict' ? (
        <ConflictChoice
          step={step}
          change={props.change}
          saver={props.savers.steps[step] as StepSaver<ReviewForm<ReviewStep>>}
          state={state as Extract<SaveState<ReviewForm<ReviewStep>>, { kind: 'conflict' }>}
          onChosen={() => panel.current?.focus()}
        />
      ) : null}
      <fieldset disabled={!isReady} onFocus={preloadSteps} className={isReady ? undefined : whileWaiting}>
        {form}
      </fieldset>
    </>
  )
})

/**
 * The form of a step. Until it has come to life it stays the very element that the page came with: React would throw away
 * a form that is given something newer while its script is on the way, and show the skeleton in its place.
 */
function useSteadyForm(step: ReviewStep, props: StepProps, isReady: boolean, setReady: (isReady: true) => void) {
  const [given] = useState(props)
  const { review, change, savers, live } = isReady ? props : given
  return useMemo(() => {
    const Form = stepForms[step]
    return (
      <Suspense fallback={<StepSkeleton />}>
        <Form review={review} change={change} savers={savers} live={live} />
        <WhenMounted tell={setReady} />
      </Suspense>
    )
  }, [step, review, change, savers, live, setReady])
}

/** Tells that what it stands beside has come to life, before its effects: one of them gives the focus to a field. */
function WhenMounted({ tell }: { tell: (isReady: true) => void }) {
  useLayoutEffect(() => tell(true), [tell])
  return null
}
