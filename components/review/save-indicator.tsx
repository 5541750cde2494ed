import { CircleCheck, CloudOff, LoaderCircle, LogIn, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { toFieldMessage } from '#components/ui/form/field-errors.ts'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { SaveState } from '#lib/api/step-saver.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { findQuestion } from '#lib/review/questions/steps.ts'
import { lowerFirst } from '#lib/text/first-letter.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'

/** Save state of a form. Screen readers hear of problems only, not of each successful save. */
export function SaveIndicator({ step, state }: { step: ReviewStep; state: SaveState<unknown> }) {
  const isQuiet = state.kind === 'saved' || state.kind === 'waiting' || state.kind === 'saving'
  return (
    <div
      className={cx(
        'flex min-h-6 items-center gap-1.5 text-xs [&>svg]:size-3.5 [&>svg]:shrink-0',
        isQuiet ? 'text-muted' : 'text-ink',
      )}
    >
      {isQuiet ? <Progress state={state} /> : null}
      <div role="status" className="contents">
        {isQuiet ? null : <Problem step={step} state={state} />}
      </div>
    </div>
  )
}

function Progress({ state }: { state: SaveState<unknown> }): ReactNode {
  if (state.kind !== 'saved') {
    return (
      <>
        <LoaderCircle className="motion-safe:animate-spin" /> Saving…
      </>
    )
  }
  if (state.at === null) return 'Saves automatically'
  return (
    <>
      <CircleCheck className="text-success-text" />
      <SavedAgo at={state.at} />
    </>
  )
}

function Problem({ step, state }: { step: ReviewStep; state: SaveState<unknown> }): ReactNode {
  const problem = describeProblem(step, state)
  if (!problem) return null
  const { Icon, text } = problem
  const tone = state.kind === 'refused' ? 'text-danger-text' : 'text-warning-text'
  return (
    <>
      <Icon className={cx('size-3.5 shrink-0', tone)} />
      <span>{text}</span>
    </>
  )
}

function describeProblem(step: ReviewStep, state: SaveState<unknown>): { Icon: LucideIcon; text: ReactNode } | null {
  switch (state.kind) {
    case 'offline':
      return { Icon: CloudOff, text: 'Offline. Stored in this browser and sent when the service is back.' }
    case 'signed_out': {
      const text = (
        <>
          Your session has ended. Stored in this browser:{' '}
          <a href={pagePaths.signIn} target="_blank" rel="noopener" className="link">
            sign in in a new tab
          </a>{' '}
          and come back.
        </>
      )
      return { Icon: LogIn, text }
    }
    case 'conflict':
      return { Icon: TriangleAlert, text: 'Not saved: choose one of the two versions above.' }
    case 'refused':
      return { Icon: TriangleAlert, text: `Not saved: ${refusalText(step, state)}` }
    default:
      return null
  }
}

/** Returns the reason with the question of the field, such as “What was missed”: use at most 20,000 characters. */
export function refusalText(
  step: ReviewStep,
  { message, details: [first] }: Extract<SaveState<unknown>, { kind: 'refused' }>,
): string {
  if (!first) return message
  const field = first.field.replace(/^form\./, '')
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
  const question = findQuestion(`${step}.${field}`)?.asks ?? humaniseKey(name)
  return `“${question}”: ${lowerFirst(toFieldMessage(first.issue, question))}`
}

const minute = 60

/** Time since a form was saved, in seconds for the first minute. */
function SavedAgo({ at }: { at: string }) {
  const isHydrated = useHydrated()
  const [seconds, setSeconds] = useState(() => secondsSince(at))
  useEffect(() => {
    setSeconds(secondsSince(at))
    const timer = setInterval(() => {
      const passed = secondsSince(at)
      setSeconds(passed)
      if (passed >= minute) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [at])
  return (
    <span>
      Saved{' '}
      {isHydrated && seconds < minute ? (
        <time dateTime={at} className="tabular-nums">
          {seconds < 2 ? 'just now' : `${seconds} s ago`}
        </time>
      ) : (
        <RelativeTime value={at} />
      )}
    </span>
  )
}

/** Seconds since a time; never negative, even if the clocks of browser and server differ. */
const secondsSince = (at: string) => Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 1_000))
