import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { SaveState, StepSaver } from '#lib/api/step-saver.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { listAnswers, listDifferingAnswers } from '#lib/review/answers.ts'
import type { ReviewedChange, ReviewFormValues } from '#lib/review/forms.ts'
import { DifferingAnswers } from './versions/compared-step.tsx'

type ConflictChoiceProps<Step extends ReviewStep> = {
  step: Step
  change: ReviewedChange
  /** The answers of all steps. */
  forms: ReviewFormValues
  saver: StepSaver<ReviewForm<Step>>
  state: Extract<SaveState<ReviewForm<Step>>, { kind: 'conflict' }>
  accountName: string
  onChosen: () => void
}

export function ConflictChoice<Step extends ReviewStep>({
  step,
  change,
  forms,
  saver,
  state: { mine, theirs },
  accountName,
  onChosen,
}: ConflictChoiceProps<Step>) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    region.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const list = (form: ReviewForm<Step>) => listAnswers(step, { ...forms, [step]: form }, change)
  const pairs = listDifferingAnswers(list(mine), list(theirs.form))
  const isOwn = theirs.saved_by === accountName
  const otherName = theirs.saved_by ?? 'Someone else'
  const choose = (run: () => unknown) => () => {
    void run()
    onChosen()
  }
  return (
    <section
      ref={region}
      aria-labelledby="conflict-title"
      className="mb-6 scroll-mt-16 rounded-lg border border-warning-line bg-warning-soft p-3"
    >
      <div role="alert">
        <h3 id="conflict-title" className="text-md font-semibold">
          {isOwn ? 'You saved this step in another tab' : `${otherName} saved this step while you were editing it`}
        </h3>
        <p className="text-sm">
          Nothing is lost. {isOwn ? 'The version of this tab' : 'Your version'} is in this browser, the other was saved{' '}
          <RelativeTime value={theirs.saved_at} />. Compare them and choose which one to keep.
        </p>
      </div>
      <div className="mt-3 max-h-96 overflow-y-auto rounded-md border border-warning-line bg-surface p-3 text-sm">
        {pairs.length === 0 ? <p className="text-muted">No answers differ.</p> : null}
        <DifferingAnswers
          rows={pairs.map((pair) => ({ ...pair, change: 'same' }))}
          names={
            isOwn ? { left: 'This tab', right: 'The other tab' } : { left: 'Yours', right: `Saved by ${otherName}` }
          }
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" onClick={choose(() => saver.keepOwn())}>
          {isOwn ? 'Keep this one' : 'Keep mine'}
        </Button>
        <Button onClick={choose(() => saver.acceptTheirs())}>{isOwn ? 'Take the other' : 'Take theirs'}</Button>
      </div>
    </section>
  )
}
