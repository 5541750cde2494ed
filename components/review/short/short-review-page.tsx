'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import { CloseFacts } from '#components/records/close-facts.tsx'
import { QuotedObjective } from '#components/records/objective.tsx'
import { Checks } from '#components/review/form/checks.tsx'
import {
  type LiveReview,
  type ReviewSavers,
  useLiveReview,
  useReviewSavers,
} from '#components/review/form/review-savers.ts'
import { ReviewHeader } from '#components/review/review-header.tsx'
import { AssignedNotice, UnsavedNotice } from '#components/review/review-notices.tsx'
import { TransitionError, useReviewTransition } from '#components/review/transition/use-review-transition.tsx'
import { Button, type ButtonSize } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { changeQuery, reviewQuery } from '#lib/api/review-queries.ts'
import type { StepSaver } from '#lib/api/step-saver.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isLocked, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { chooseFullForm, completeReview, submitReview } from '#lib/contracts/routes.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { isAssignedToAnother } from '#lib/domain/four-eyes/same-person.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { stepLabels } from '#lib/review/labels.ts'
import type { Answers } from '#lib/review/questions/kinds.ts'
import { findObjective } from '#lib/review/questions/objective.ts'
import { fitsShortForm, listImpliedAnswers, shortTexts } from '#lib/review/short-form.ts'
import { ShortIncidents } from './short-incidents.tsx'
import { type ShortState, useShortState, useStartOnce } from './use-short-form.ts'

const MeasureFigures = dynamic(
  () => import('#components/report/measure-figure.tsx').then((part) => part.MeasureFigures),
  { loading: () => null },
)

export function ShortReviewPage({ number, account }: { number: string; account: string }) {
  const { data: change } = useQuery(changeQuery(number))
  const { data: found } = useQuery(reviewQuery(number))
  if (!change || !found?.review) return <SkeletonText lines={10} label="Loading the review" />
  return (
    <>
      <ReviewHeader
        change={change}
        review={found.review}
        actions={
          <FullFormLink review={found.review} step="plan">
            Full form
          </FullFormLink>
        }
      />
      <div className="max-w-3xl">
        <AssignedNotice review={found.review} account={account} />
      </div>
      <ShortForm change={change} review={found.review} account={account} />
    </>
  )
}

/** The review of a clean change on one screen. Its answers are stored in the steps of the full form. */
function ShortForm({ change, review, account }: { change: ChangeRecord; review: Review; account: string }) {
  const savers = useReviewSavers(review, account)
  const live = useLiveReview(savers, review)
  const isHydrated = useHydrated()
  const start = useStartOnce(review)
  const state = useShortState(change, review, live)
  const completion = useShortCompletion(review, savers)
  const { faults, detailed } = state

  const save = (changed: { [Step in ReviewStep]?: Partial<ReviewForm<Step>> }) => {
    start()
    for (const step of reviewSteps) (savers.steps[step] as StepSaver<object>).change(changed[step] ?? {})
  }

  if (review.form_kind === 'full' || !fitsShortForm(change, live.forms)) {
    return (
      <FullFormNotice review={review} title="This review uses the full form">
        It has answers that the short form cannot show.
      </FullFormNotice>
    )
  }
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {faults.length > 0 ? (
        <FullFormNotice review={review} tone="warning" title="This change needs the full form">
          {faults.join(' ')}
        </FullFormNotice>
      ) : null}
      <ShortChange change={change} review={review} />
      {/* What is typed while the review is completed would come too late to be part of it. */}
      <div className="flex flex-col gap-5" inert={completion.isBusy || isLocked(review)}>
        {state.questions.map((question) => (
          <Fragment key={question.key}>
            {question.key === 'incidents.is_any_caused' ? (
              <ShortIncidents
                change={change}
                form={live.forms.incidents}
                pinned={state.pinned}
                onChange={(incidents) => save({ incidents })}
              />
            ) : null}
            <RadioGroup
              name={question.key}
              legend={question.text}
              inline
              disabled={!isHydrated}
              options={question.choices}
              value={question.read(live.forms)}
              onValueChange={(answer) => save(question.write(savers.getLive().forms, answer))}
            />
          </Fragment>
        ))}
        <fieldset disabled={!isHydrated}>
          <Checks
            asked={review.checks}
            entries={live.forms.plan.checks}
            onChange={(checks) => save({ plan: { checks } })}
          />
        </fieldset>
        {shortTexts.map(({ step, name, label }) => (
          <Field key={name} label={label} name={name} hint="Optional. Shown in the report.">
            <Textarea
              rows={2}
              disabled={!isHydrated}
              value={String((live.forms[step] as Answers)[name])}
              onChange={(event) => save({ [step]: { [name]: event.target.value } })}
            />
          </Field>
        ))}
      </div>
      {detailed[0] ? (
        <FullFormNotice review={review} step={detailed[0]} announce title="This review needs the full form">
          Add the details under {[...new Set(detailed)].map((step) => stepLabels[step]).join(', ')}. Your answers are
          kept.
        </FullFormNotice>
      ) : null}
      <ShortCompletion review={review} account={account} live={live} state={state} completion={completion} />
    </div>
  )
}

type FullFormNoticeProps = { review: Review; step?: ReviewStep; children: ReactNode } & Pick<
  ComponentProps<typeof Notice>,
  'title' | 'tone' | 'announce'
>

const FullFormNotice = ({ review, step = 'plan', ...notice }: FullFormNoticeProps) => (
  <Notice
    {...notice}
    action={
      <FullFormLink review={review} step={step} size="sm">
        Continue in the full form
      </FullFormLink>
    }
  />
)

/** Facts of the change that the short form asks about: times, services and steps. */
function ShortChange({ change, review }: { change: ChangeRecord; review: Review }) {
  const objective = findObjective(change, review.steps.plan.form)
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
        <Fact label="Services" wide value={change.affected_services.join(', ') || 'None recorded'} />
        <CloseFacts change={change} />
      </Facts>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <QuotedObjective objective={objective} />
        {objective === null ? (
          <FullFormLink review={review} step="plan" size="sm">
            State it in the full form
          </FullFormLink>
        ) : null}
      </div>
      {change.measures.length > 0 ? (
        <div className="mt-3">
          <MeasureFigures measures={change.measures} work={change} />
        </div>
      ) : null}
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

/** Completes a clean review or submits it for sign-off, once all its answers are saved. */
function useShortCompletion(review: Review, savers: ReviewSavers) {
  const router = useRouter()
  const complete = useReviewTransition(completeReview, review)
  const submit = useReviewTransition(submitReview, review)
  const [isSaving, setSaving] = useState(false)
  const move = review.needs_sign_off ? submit : complete
  const run = async () => {
    setSaving(true)
    try {
      for (const step of reviewSteps) (savers.steps[step] as StepSaver<object>).change(listImpliedAnswers(step))
      await savers.flush()
      if (reviewSteps.some((step) => savers.steps[step].state.kind !== 'saved')) return
      move.run({}, () => router.push(pagePaths.review(review.change_number, 'sign-off')))
    } finally {
      setSaving(false)
    }
  }
  return { run, isBusy: isSaving || move.isPending, error: complete.error ?? submit.error }
}

type ShortCompletionProps = {
  review: Review
  account: string
  live: LiveReview
  state: ShortState
  completion: ReturnType<typeof useShortCompletion>
}

/** The button that ends the short form. Lists the reasons if that is not possible yet. */
function ShortCompletion({ review, account, live, state, completion }: ShortCompletionProps) {
  const { change_number: number, needs_sign_off: needsSignOff } = review
  const isHydrated = useHydrated()
  const isOnBehalf = needsSignOff && isAssignedToAnother(review, account)
  const submission = isOnBehalf
    ? `Submit on behalf of ${review.reviewer_name ?? review.reviewer}`
    : 'Submit for sign-off'
  const reasons = reasonsAgainst(state)
  return (
    <div className="flex flex-col gap-3">
      <UnsavedNotice number={number} live={live} current="sign_off" />
      <TransitionError error={completion.error} />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Button
          variant={isOnBehalf ? 'secondary' : 'primary'}
          size={isOnBehalf ? 'md' : 'lg'}
          disabled={!isHydrated || reasons.length > 0}
          busy={completion.isBusy}
          onClick={completion.run}
        >
          {needsSignOff ? submission : 'Complete as successful'}
        </Button>
        <div role="status" className="min-w-0 flex-1 basis-64 self-center text-xs text-muted">
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      </div>
    </div>
  )
}

function reasonsAgainst({ open, detailed, faults, undecided, check }: ShortState): string[] {
  return [
    ...(check === 'loading' ? ['Checking the change…'] : []),
    ...(check === 'failed' ? ['The change could not be checked. Reload the page to try again.'] : []),
    ...faults,
    ...undecided,
    ...(detailed.length > 0 ? ['One of your answers needs the full form.'] : []),
    ...(open > 0 ? [open === 1 ? '1 question is unanswered.' : `${open} questions are unanswered.`] : []),
  ]
}

type FullFormLinkProps = { review: Review; step: ReviewStep; size?: ButtonSize; children: ReactNode }

/** Opens the full form; a review in progress then stays in it. */
function FullFormLink({ review, step, size, children }: FullFormLinkProps) {
  const { reference, change_number: number, status, form_kind: kind } = review
  const client = useQueryClient()
  const choose = useEndpointMutation(chooseFullForm)
  const remember = () => {
    if (status === 'not_started' || kind === 'full') return
    choose.mutate(
      { params: { reference }, body: {}, keepalive: true },
      { onSuccess: (chosen) => client.setQueryData(reviewQuery(number).queryKey, { review: chosen }) },
    )
  }
  return (
    <ButtonLink {...(size ? { size } : {})} href={pagePaths.review(number, step)} onClick={remember}>
      {children}
    </ButtonLink>
  )
}
