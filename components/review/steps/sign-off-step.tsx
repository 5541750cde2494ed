'use client'

import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRef } from 'react'
import { NextReview } from '#components/next-review/next-review.tsx'
import { ReportParts } from '#components/report/report-parts.tsx'
import { MarkdownText } from '#components/review/form/answer-text.tsx'
import { MissingList } from '#components/review/form/missing-list.tsx'
import type { SignOffProps, StepProps } from '#components/review/form/use-step-form.ts'
import { useFocusAfterMove } from '#components/review/form/use-step-href.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import {
  attachmentsQuery,
  changePeopleQuery,
  improvementsQuery,
  markedLessonsQuery,
  namedIncidentsQuery,
  originQuery,
  questionsQuery,
  signOffQuery,
  versionsQuery,
} from '#lib/api/review-queries.ts'
import { isClosedReview, isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { ReportData } from '#lib/report/report.ts'
import { buildReviewContent } from '#lib/report/review-content.ts'
import { replaceForms } from '#lib/review/forms.ts'
import { describeCompletion, stepLabels } from '#lib/review/labels.ts'
import { isSubmittedByToken, type StepProgress } from '#lib/review/progress.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { joinNames } from '#lib/text/join-names.ts'

// Most reviews have neither. Only the first needs what words the history.
const ChangedSinceSubmission = dynamic(
  () => import('./changed-since-submission.tsx').then((part) => part.ChangedSinceSubmission),
  { loading: () => null },
)
const ChangesSince = dynamic(() => import('./changes-since.tsx').then((part) => part.ChangesSince), {
  loading: () => null,
})

// Only a waived review shows it here.
const ReviewStatusNotice = dynamic(
  () => import('#components/review/form/review-status-notice.tsx').then((part) => part.ReviewStatusNotice),
  { loading: () => <div className="h-16" /> },
)

type SignOffStepProps = Pick<SignOffProps, 'review' | 'change' | 'live'> & { steps: readonly StepProgress[] }

export function SignOffStep({ review, change, live, steps }: SignOffStepProps) {
  const data = useReportData({ review, change, live })
  const since = useQuery(signOffQuery(review.reference)).data?.changed_since ?? []
  const hasEarlier = data.returns.length > 0 || data.versions.length > (review.status === 'completed' ? 1 : 0)
  const open = steps.filter(({ step, isDone }) => step !== 'sign_off' && !isDone)
  return (
    <div className="flex flex-col gap-6">
      <ReviewResult review={review} change={change} />
      {since.length > 0 ? <ChangedSinceSubmission number={change.number} events={since} /> : null}
      <NextReview review={review} change={change} />
      {open.length > 0 && !isClosedReview(review.status) ? <OpenSteps review={review} steps={open} /> : null}
      <ReportParts
        parts={buildReviewContent(data, { hasDocuments: false })}
        level={3}
        renderText={(source) => <MarkdownText source={source} under={3} />}
      />
      {hasEarlier ? <ChangesSince data={data} /> : null}
    </div>
  )
}

/** The steps that lack something. A review that a token submitted is signed off without them. */
function OpenSteps({ review, steps }: { review: Review; steps: readonly StepProgress[] }) {
  const { change_number: number } = review
  const title = isSubmittedByToken(review) ? 'Submitted by a token without' : 'Before it can be completed'
  return (
    <Notice tone="warning" title={title}>
      <ul className="mt-1 flex flex-col gap-2">
        {steps.map((progress) => (
          <li key={progress.step}>
            <TextLink href={pagePaths.review(number, progress.step)}>{stepLabels[progress.step]}</TextLink>
            <MissingList number={number} progress={progress} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type ReviewResultProps = Pick<StepProps, 'review' | 'change'>

/** Result of submitting or completing. Takes the focus, because the pressed button is gone. */
function ReviewResult({ review, change }: ReviewResultProps) {
  const region = useRef<HTMLElement>(null)
  useFocusAfterMove(review.status, region)
  if (!isLocked(review)) return null
  return (
    <section ref={region} tabIndex={-1} aria-label="Result" className="rounded-lg outline-none">
      {review.status === 'completed' ? <Completed review={review} change={change} /> : null}
      {review.status === 'waived' ? <ReviewStatusNotice review={review} step="sign_off" /> : null}
      {review.status === 'awaiting_sign_off' ? <Submitted review={review} /> : null}
    </section>
  )
}

function Completed({ review, change }: ReviewResultProps) {
  const { pir_outcome: outcome, pir_date: date, pir_reference: reference } = change
  const fieldsToWrite = [
    ...(reference ? ['the reference'] : []),
    ...(date ? ['the date'] : []),
    outcome ? `the outcome “${outcomeCriteria[outcome].label}”` : 'no outcome',
  ]
  return (
    <Notice
      tone="success"
      title={`Completed as ${review.reference}`}
      action={
        <ButtonLink href={pagePaths.report(review.change_number)} size="sm" icon={<FileText />}>
          Open the report
        </ButtonLink>
      }
    >
      {describeCompletion(review)} on <DateTime value={review.completed_at} />. The{' '}
      <TextLink href={pagePaths.change(review.change_number)}>change</TextLink> carries{' '}
      {new Intl.ListFormat('en-GB').format(fieldsToWrite)}.
    </Notice>
  )
}

function Submitted({ review }: Pick<ReviewResultProps, 'review'>) {
  const signers = useQuery(signOffQuery(review.reference)).data?.signers ?? []
  const notified = signers.map(({ name }) => name)
  const nameOf = usePeopleNames([review.submitted_by])
  return (
    <Notice title="Submitted for sign-off">
      By {nameOf(review.submitted_by ?? '')}, <DateTime value={review.submitted_at} />.{' '}
      {notified.length > 0 ? `${joinNames(notified, 'and')} ${notified.length === 1 ? 'was' : 'were'} notified.` : null}
    </Notice>
  )
}

/** Returns the data of the report, including unsaved edits. Parts that are still loading are empty. */
function useReportData({ review, change, live }: Pick<SignOffProps, 'review' | 'change' | 'live'>): ReportData {
  const { reference } = review
  const decided = live.forms.incidents.decisions.map(({ incident }) => incident)
  const people = useQuery(changePeopleQuery(change.number)).data
  const origin = useQuery(originQuery('change', change.number)).data?.origin ?? null
  const improvements = useQuery(improvementsQuery(reference)).data?.result ?? []
  const incidents = useQuery(namedIncidentsQuery(decided)).data?.result ?? []
  const files = useQuery(attachmentsQuery(reference)).data?.result ?? []
  const questions = useQuery(questionsQuery(reference)).data?.result ?? []
  const markedLessons = useQuery(markedLessonsQuery(change.number)).data?.result ?? []
  const returns = useQuery(signOffQuery(reference)).data?.returns ?? []
  const versions = useQuery({ ...versionsQuery(reference), enabled: review.completions > 0 }).data?.versions ?? []
  const nameOf = usePeopleNames([
    ...improvements.map(({ owner }) => owner),
    ...markedLessons.map(({ marked_by }) => marked_by),
    ...questions.map(({ requester }) => requester),
    ...versions.flatMap(({ said }) => said.improvements.map(({ owner }) => owner)),
  ])
  const shown = replaceForms(review, live.forms)
  const records = { incidents, improvements, markedLessons, files, questions, returns, versions }
  return { change, people, origin, review: shown, ...records, nameOf }
}
