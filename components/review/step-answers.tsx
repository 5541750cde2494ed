import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { FieldComments } from '#components/discussion/field-comments.tsx'
import { useCommentCount } from '#components/discussion/field-discussions.tsx'
import { QuotedObjective } from '#components/records/objective.tsx'
import { WindowTable } from '#components/records/window-table.tsx'
import { cx } from '#components/ui/class-names.ts'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { namedIncidentsQuery, versionsQuery } from '#lib/api/review-queries.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type Answer, listAnswers } from '#lib/review/answers.ts'
import { findJudgedChange, pickForms } from '#lib/review/forms.ts'
import { findObjective } from '#lib/review/questions/objective.ts'
import { AnswerText, QuestionText } from './form/answer-text.tsx'
import { ActionList } from './steps/action-list.tsx'

const MeasureFigures = dynamic(
  () => import('#components/report/measure-figure.tsx').then((part) => part.MeasureFigures),
  { loading: () => null },
)

/** The read-only view of a step. */
export function StepAnswers({ step, review, change }: { step: ReviewStep; review: Review; change: ChangeRecord }) {
  const { actual_start: started, actual_end: ended } = review.steps.plan.form
  const decided = review.steps.incidents.form.decisions.map(({ incident }) => incident)
  const incidents = useQuery(namedIncidentsQuery(step === 'incidents' ? decided : []))
  const descriptions = new Map(incidents.data?.result.map((it) => [it.number, it.short_description]))
  const articles = new Map(review.steps.lessons.form.drafts.map((draft) => [`lesson ${draft.key}`, draft.article_id]))
  const commentsAt = useCommentCount()
  const versions =
    useQuery({ ...versionsQuery(review.reference), enabled: review.completions > 0 }).data?.versions ?? []
  const judged = findJudgedChange(change, review, versions)
  const answers = listAnswers(step, pickForms(review), judged).filter(
    ({ isIncidental, field }) => !isIncidental || commentsAt(field) > 0,
  )
  return (
    <div className="flex flex-col gap-4">
      {step === 'improvements' ? <ActionList reference={review.reference} /> : null}
      {step === 'plan' ? (
        <>
          <WindowTable window={{ ...change, actual_start: started, actual_end: ended }} />
          <QuotedObjective objective={findObjective(change, review.steps.plan.form)} />
          {judged.measures.length > 0 ? (
            <MeasureFigures measures={judged.measures} work={review.steps.plan.form} />
          ) : null}
        </>
      ) : null}
      {answers.length > 0 ? (
        <dl className="divide-y divide-line text-sm">
          {answers.map((answer, index) => (
            <AnswerRow
              key={answer.key}
              answer={answer}
              // The comments of a field stand at the first of its answers.
              field={answers.findIndex(({ field }) => field === answer.field) === index ? answer.field : null}
              description={descriptions.get(answer.question)}
              article={articles.get(answer.key) ?? null}
            />
          ))}
        </dl>
      ) : step === 'improvements' ? null : (
        <p className="text-sm text-muted">No answers yet.</p>
      )}
    </div>
  )
}

type AnswerRowProps = { answer: Answer; field: string | null; description: string | undefined; article: string | null }

function AnswerRow({ answer, field, description, article }: AnswerRowProps) {
  const isLong = answer.answer?.kind === 'markdown'
  return (
    <div
      id={field === null ? undefined : toFieldId(field)}
      className={cx(
        'group relative grid gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0',
        !isLong && 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:pr-10',
      )}
    >
      <dt className={cx('font-medium break-words', isLong ? 'mr-10' : 'max-sm:mr-10')}>
        <QuestionText answer={answer} /> {description}
      </dt>
      <dd className="min-w-0 break-words">
        <AnswerText answer={answer} under={2} />
        {article ? (
          <p className="mt-1">
            <TextLink href={pagePaths.article(article)}>Read the article</TextLink>
          </p>
        ) : null}
        {field === null ? null : (
          <div className="absolute top-1.5 right-0 group-first:-top-1">
            <FieldComments name={field} />
          </div>
        )}
      </dd>
    </div>
  )
}
