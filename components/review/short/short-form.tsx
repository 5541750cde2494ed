'use client'

import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { useLiveReview, useReviewSavers } from '#components/review/form/use-review-savers.ts'
import { Field } from '#components/ui/form/field.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { StepSaver } from '#lib/api/step-saver.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { stepLabels } from '#lib/domain/review/review-progress.ts'
import { fitsShortForm } from '#lib/domain/review/short-form.ts'
import { FullFormLink } from './full-form-link.tsx'
import { ShortChange } from './short-change.tsx'
import { ShortCompletion } from './short-completion.tsx'
import { ShortIncidents } from './short-incidents.tsx'
import { useShortState, useStartOnce } from './use-short-form.ts'

type ShortFormProps = { change: ChangeRecord; review: Review; account: string }

/** The review of a clean change on one screen. Its answers are stored in the steps of the full form. */
export function ShortForm({ change, review, account }: ShortFormProps) {
  const savers = useReviewSavers(review, account)
  const live = useLiveReview(savers, review)
  const isHydrated = useHydrated()
  const start = useStartOnce(review)
  const state = useShortState(change, review, live)
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
      <ShortChange change={change} />
      {state.questions.map((question) => (
        <Fragment key={question.key}>
          {question.key === 'incident' ? (
            <ShortIncidents
              change={change.number}
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
      <Field label="Remark" name="remark" hint="Optional. Shown in the report.">
        <Textarea
          rows={2}
          disabled={!isHydrated}
          value={live.forms.plan.notes}
          onChange={(event) => save({ plan: { notes: event.target.value } })}
        />
      </Field>
      {detailed[0] ? (
        <FullFormNotice review={review} step={detailed[0]} announce title="This review needs the full form">
          Add the details under {[...new Set(detailed)].map((step) => stepLabels[step]).join(', ')}. Your answers are
          kept.
        </FullFormNotice>
      ) : null}
      <ShortCompletion review={review} account={account} savers={savers} live={live} state={state} />
    </div>
  )
}

type FullFormNoticeProps = { review: Review; step?: ReviewStep; children: ReactNode } & Pick<
  ComponentProps<typeof Notice>,
  'title' | 'tone' | 'announce'
>

/** Reason why the review needs the full form, with a link to it. */
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
