'use client'

import { useQuery } from '@tanstack/react-query'
import { memo, type RefObject, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { proposalsQuery } from '#lib/api/review-queries.ts'
import type { SaveState, StepSaver } from '#lib/api/step-saver.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { StepProps } from './form/use-step-form.ts'
import { focusHash } from './form/use-step-href.ts'
import { ConflictChoice, preloadSteps, StepProposals, StepSkeleton, stepForms } from './lazy-steps.tsx'

type WritableStepProps = StepProps & {
  step: ReviewStep
  state: SaveState<object>
  panel: RefObject<HTMLElement | null>
  accountName: string
}

/** Makes the disabled form look enabled until hydration; enabled, it would lose input. */
const looksEnabledClass =
  '[&_:disabled]:bg-surface! [&_:disabled]:text-ink! [&_:disabled]:cursor-default! [&_input:disabled+span]:opacity-100!'

/** The form of a step, below its proposals and the choice in case of a conflict. */
export const WritableStep = memo(function WritableStep({
  step,
  state,
  panel,
  accountName,
  ...props
}: WritableStepProps) {
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

/**
 * Returns the form of a step. The element stays the same until it has mounted: if its props changed while its script
 * loads, React would replace the server-rendered form by the skeleton.
 */
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
