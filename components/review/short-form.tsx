'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { completeReview, startReview } from '#lib/api/review-calls.ts'
import { linkedIncidentsQuery, reviewQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { reviewSteps } from '#lib/contracts/app/review-tokens.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { readPlanSteps } from '#lib/domain/plan-steps.ts'
import { stepLabels } from '#lib/domain/review-progress.ts'
import { type ShortQuestion, shortQuestions } from './short-questions.ts'
import { UnsavedNotice } from './unsaved-notice.tsx'
import { useReviewSavers } from './use-review-savers.ts'

type ShortFormProps = { change: ChangeRecord; review: Review; account: string }

/** The whole review of a clean change on one screen. It writes the forms of the full one, which takes over any time. */
export function ShortForm({ change, review, account }: ShortFormProps) {
  const { number } = change
  const { savers, live } = useReviewSavers(review, account)
  const isHydrated = useHydrated()
  const questions = useMemo(() => shortQuestions(change), [change])
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set())
  const begin = useBeginning(review)
  const linked = useQuery(linkedIncidentsQuery(change.number)).data?.total_count ?? 0
  const obstacles = obstaclesOf(change, linked)
  const answered = questions.filter((question) => others.has(question.key) || question.isClean(live.forms))
  const departing = questions.filter(({ key }) => others.has(key))
  const isClean = departing.length === 0 && answered.length === questions.length && obstacles.length === 0

  const answer = (question: ShortQuestion, isCleanAnswer: boolean) => {
    begin()
    const next = new Set(others)
    if (isCleanAnswer) next.delete(question.key)
    else next.add(question.key)
    setOthers(next)
    question.write(savers, isCleanAnswer)
  }
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {obstacles.map((obstacle) => (
        <Notice key={obstacle} tone="warning">
          {obstacle} The short form cannot tell that; go on in the <FullForm number={number} />.
        </Notice>
      ))}
      <ChangeFacts change={change} />
      {questions.map((question) => (
        <RadioGroup
          key={question.key}
          name={question.key}
          legend={question.text}
          inline
          disabled={!isHydrated}
          options={[
            { value: 'clean', label: question.clean },
            { value: 'other', label: question.other },
          ]}
          value={others.has(question.key) ? 'other' : question.isClean(live.forms) ? 'clean' : null}
          onValueChange={(value) => answer(question, value === 'clean')}
        />
      ))}
      <Field label="Remark" name="remark" hint="Where there is something to say; it stands in the report">
        <Textarea
          rows={2}
          disabled={!isHydrated}
          value={live.forms.plan.notes}
          onChange={(event) => {
            begin()
            savers.steps.plan.change({ ...savers.steps.plan.form, notes: event.target.value })
          }}
        />
      </Field>
      {departing.length > 0 ? (
        <Notice
          announce
          title="This change was not quite clean"
          action={
            <ButtonLink size="sm" href={pagePaths.review(number, departing[0]?.step)}>
              Go on in the full form
            </ButtonLink>
          }
        >
          Tell more under {[...new Set(departing.map(({ step }) => stepLabels[step]))].join(', ')}. What you answered
          here is kept.
        </Notice>
      ) : null}
      <Completion
        review={review}
        savers={savers}
        live={live}
        isReady={isClean}
        open={questions.length - answered.length}
      />
    </div>
  )
}

const FullForm = ({ number }: { number: string }) => (
  <TextLink href={pagePaths.review(number, 'plan')}>full form</TextLink>
)

/** Begins a review that is owed and not begun, once, with the first answer. */
function useBeginning({ status, change_number: number }: Review): () => void {
  const isBegun = useRef(status !== 'not_started')
  const start = useEndpointMutation(startReview, ['History'])
  return () => {
    if (isBegun.current) return
    isBegun.current = true
    start.mutate({ params: { number }, body: {} }, { onError: () => (isBegun.current = false) })
  }
}

/** What the change itself tells that the short form has no words for. */
function obstaclesOf(
  { planned_end: until, actual_start: start, actual_end: end }: ChangeRecord,
  linked: number,
): string[] {
  return [
    ...(start === null || end === null ? ['It is not recorded when the work was done.'] : []),
    ...(until !== null && end !== null && Date.parse(end) > Date.parse(until) ? ['The window was overrun.'] : []),
    ...(linked > 0 ? [`${linked === 1 ? 'An incident names' : `${linked} incidents name`} this change.`] : []),
  ]
}

function ChangeFacts({ change }: { change: ChangeRecord }) {
  const steps = readPlanSteps(change.implementation_plan)
  return (
    <section aria-label="The change" className="rounded-lg border border-line bg-surface px-4 py-3">
      <Facts>
        <Fact label="Planned">
          <DateTime value={change.planned_start} /> – <DateTime value={change.planned_end} />
        </Fact>
        <Fact label="Carried out">
          <DateTime value={change.actual_start} /> – <DateTime value={change.actual_end} />
        </Fact>
        <Fact label="Services" wide>
          {change.affected_services.join(', ') || 'None named'}
        </Fact>
      </Facts>
      {steps.length > 0 ? (
        <ol className="mt-3 list-decimal border-t border-line pt-2 pl-5 text-sm">
          {steps.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}

type CompletionProps = Pick<ReturnType<typeof useReviewSavers>, 'savers' | 'live'> & {
  review: Review
  isReady: boolean
  /** Questions without an answer. */
  open: number
}

function Completion({ review, savers, live, isReady, open }: CompletionProps) {
  const client = useQueryClient()
  const router = useRouter()
  const isHydrated = useHydrated()
  const [key] = useState(() => crypto.randomUUID())
  const complete = useEndpointMutation(completeReview, ['Changes', 'History'])
  const signOff = pagePaths.review(review.change_number, 'sign-off')
  const run = async () => {
    const { outcome } = savers.steps
    outcome.change({ ...outcome.form, outcome: 'successful' })
    await savers.flush()
    if (reviewSteps.some((step) => savers.steps[step].state.kind !== 'saved')) return
    if (review.needs_sign_off) return router.push(signOff)
    complete.mutate(
      { params: { reference: review.reference }, body: {}, idempotencyKey: key },
      {
        onSuccess: (completed) => {
          client.setQueryData(reviewQuery(review.change_number).queryKey, { review: completed })
          router.push(signOff)
        },
      },
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <UnsavedNotice number={review.change_number} live={live} current="sign_off" />
      {complete.error ? (
        <Notice tone="danger" title={complete.error.message} announce>
          {complete.error.details.map(({ issue }) => issue).join(' ')}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" size="lg" disabled={!isHydrated || !isReady} busy={complete.isPending} onClick={run}>
          {review.needs_sign_off ? 'Go to sign-off' : 'Complete as successful'}
        </Button>
        <p role="status" className="text-xs text-muted">
          {open > 0 ? `${open === 1 ? 'One question is' : `${open} questions are`} open.` : null}
        </p>
      </div>
    </div>
  )
}
