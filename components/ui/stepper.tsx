import { Check, Undo2 } from 'lucide-react'
import { cx } from './class-names.ts'
import { Link } from './link.tsx'

export type StepperStep = {
  href: string
  label: string
  /** Number of missing answers; 0 if the step is complete, null if none is needed. */
  missing: number | null
  started?: boolean
  /** True if a reason for sending the review back concerns it. */
  sentBack?: boolean
}

/** Steps of a review as links in order, each with its state in words. Scrolls sideways on a phone. */
export function Stepper({ label, steps, current }: { label: string; steps: readonly StepperStep[]; current: string }) {
  return (
    <nav aria-label={label} className="relative overflow-x-auto">
      <ol className="flex min-w-max gap-1 p-0.5">
        {steps.map((step, index) => {
          const isCurrent = step.href === current
          return (
            <li key={step.href} className={cx('flex', isCurrent && '[scroll-initial-target:nearest]')}>
              <Link
                href={step.href}
                aria-current={isCurrent ? 'step' : undefined}
                className={cx(
                  'flex h-9 short:h-7 items-center gap-2 rounded-md px-2.5 text-sm font-medium',
                  isCurrent ? 'bg-accent-soft text-accent-text' : 'text-ink hover:bg-ink/7',
                )}
              >
                <StepMark number={index + 1} step={step} isCurrent={isCurrent} />
                {step.label}
                {step.sentBack ? <SentBack /> : null}
                <StepNote step={step} />
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function StepMark({ number, step, isCurrent }: { number: number; step: StepperStep; isCurrent: boolean }) {
  const isDone = step.missing === 0
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-5 shrink-0 place-items-center rounded-full border text-2xs tabular-nums',
        isDone && 'border-success-line bg-success-soft text-success-text',
        !isDone && (isCurrent ? 'border-accent bg-accent text-on-accent' : 'border-line-strong text-muted'),
      )}
    >
      {isDone ? <Check className="size-3" strokeWidth={3} /> : number}
    </span>
  )
}

const SentBack = () => (
  <span title="Sent back" className="rounded-sm bg-warning-soft p-0.5 text-warning-text">
    <Undo2 className="size-3" />
    <span className="sr-only">, sent back</span>
  </span>
)

function StepNote({ step }: { step: StepperStep }) {
  if (step.missing === null) return null
  if (step.missing === 0) return <span className="sr-only">, complete</span>
  if (step.started === false) return <span className="sr-only">, not started</span>
  return (
    <span className="rounded-sm bg-warning-soft px-1 text-2xs text-warning-text tabular-nums">
      <span className="sr-only">, </span>
      {step.missing}
      <span className="sr-only"> missing</span>
    </span>
  )
}
