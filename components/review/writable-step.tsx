'use client'

import type { RefObject } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { SaveState, StepSaver } from '#lib/api/step-saver.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { preloadSteps, stepForms } from './lazy-steps.tsx'
import type { StepProps } from './step-props.ts'

type WritableStepProps = StepProps & { step: ReviewStep; panel: RefObject<HTMLElement | null> }

/** Until the page has come to life the form takes no input, for it would be lost; it looks as it will. */
const whileWaiting =
  '[&_:disabled]:bg-surface! [&_:disabled]:text-ink! [&_:disabled]:cursor-default! [&_input:disabled+span]:opacity-100!'

/** The form of a step, and above it the choice when somebody else saved it too. */
export function WritableStep({ step, panel, ...props }: WritableStepProps) {
  const isHydrated = useHydrated()
  const state = props.live.states[step]
  const Form = stepForms[step]
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
      <fieldset disabled={!isHydrated} onFocus={preloadSteps} className={isHydrated ? undefined : whileWaiting}>
        <Form {...props} />
      </fieldset>
    </>
  )
}
