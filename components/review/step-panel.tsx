import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type ProgressStep, progressSteps, stepLabels } from '#lib/review/labels.ts'
import type { StepProgress } from '#lib/review/progress.ts'
import { MissingList } from './form/missing-list.tsx'

const intros: Readonly<Record<ProgressStep, string>> = {
  plan: 'Mark each step of the plan, and compare the actual times with the planned window.',
  risk: 'Compare the risk assessment with what happened.',
  incidents: 'Decide for each incident whether the change caused it. The most likely come first, with reasons.',
  outcome: 'Choose the outcome by its criteria. Your other answers suggest one.',
  improvements: 'What should be different next time, who owns it, and by when?',
  lessons: 'What should the planner of the next such change know? Include what went well.',
  sign_off: 'Check the summary. Completing the review also updates the change record.',
}

type StepPanelProps = {
  number: string
  progress: StepProgress
  panel: RefObject<HTMLElement | null>
  isReadOnly: boolean
  status: ReactNode
  /** Buttons of the last step, in place of the link to the next one. */
  actions: ReactNode
  children: ReactNode
}

/** Frame of a step: title, missing answers, and a sticky footer with save state and navigation. */
export function StepPanel({ number, progress, panel, isReadOnly, status, actions, children }: StepPanelProps) {
  const { step } = progress
  const at = progressSteps.indexOf(step)
  const previous = progressSteps[at - 1]
  const next = progressSteps[at + 1]
  const getStepHref = (other: ProgressStep) => pagePaths.review(number, other)
  return (
    <Card ref={panel} tabIndex={-1} aria-labelledby="step-title" className="scroll-mt-16 outline-none">
      <CardHeader id="step-title" title={stepLabels[step]} {...(isReadOnly ? {} : { description: intros[step] })} />
      <CardBody className="**:scroll-mt-16 **:scroll-mb-24">
        {children}
        {isReadOnly || step === 'sign_off' ? null : (
          // Differs from the key of the step beside it: of two siblings with one key, React keeps the old one.
          <MissingBox key={`missing ${step}`} number={number} progress={progress} />
        )}
      </CardBody>
      <CardFooter className="sticky bottom-0 z-10 rounded-b-lg bg-surface short:static">
        {status ? <div className="basis-full sm:order-2 sm:flex-1 sm:basis-0">{status}</div> : null}
        {previous ? (
          <ButtonLink
            href={getStepHref(previous)}
            variant="ghost"
            icon={<ArrowLeft />}
            className="mr-auto -ml-2.5 sm:order-1"
          >
            <span>
              <span className="sr-only">Back to </span>
              {stepLabels[previous]}
            </span>
          </ButtonLink>
        ) : null}
        {actions}
        {next ? (
          <ButtonLink href={getStepHref(next)} variant="primary" className="ml-auto sm:order-3">
            Next: {stepLabels[next]}
            <ArrowRight />
          </ButtonLink>
        ) : null}
      </CardFooter>
    </Card>
  )
}

/** The missing answers of a step, if any. Keeps its height while the step is open, to avoid layout shift. */
function MissingBox({ number, progress }: Pick<StepPanelProps, 'number' | 'progress'>) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.style.minHeight = `${box.current.offsetHeight}px`
  })
  return (
    <div ref={box} className="flow-root">
      {progress.missing.length === 0 ? null : (
        <div className="mt-6 rounded-md border border-warning-line bg-warning-soft px-3 py-2 text-sm">
          <h3 className="font-medium">Still missing</h3>
          <MissingList number={number} progress={progress} />
        </div>
      )}
    </div>
  )
}
