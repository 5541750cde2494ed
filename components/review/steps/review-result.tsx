'use client'

import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ReviewStatusNotice } from '#components/review/form/review-status-notice.tsx'
import type { StepProps } from '#components/review/form/use-step-form.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { signOffQuery } from '#lib/api/review-queries.ts'
import { isLocked } from '#lib/domain/four-eyes/review-sign-off.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { outcomeCriteria } from '#lib/domain/review/outcome-criteria.ts'
import { describeCompletion } from '#lib/domain/review/review-labels.ts'
import { joinNames } from '#lib/text/join-names.ts'

type ReviewResultProps = Pick<StepProps, 'review' | 'change'>

/** Result of submitting or completing. Takes the focus, because the pressed button is gone. */
export function ReviewResult({ review, change }: ReviewResultProps) {
  const region = useRef<HTMLElement>(null)
  const lastStatus = useRef(review.status)
  useEffect(() => {
    if (lastStatus.current === review.status) return
    lastStatus.current = review.status
    if (document.activeElement === document.body) region.current?.focus()
  }, [review.status])
  if (!isLocked(review)) return null
  return (
    <section ref={region} tabIndex={-1} aria-label="Result" className="rounded-lg outline-none">
      <Result review={review} change={change} />
    </section>
  )
}

function Result({ review, change }: ReviewResultProps) {
  if (review.status === 'completed') return <Completed review={review} change={change} />
  return review.status === 'waived' ? (
    <ReviewStatusNotice review={review} step="sign_off" />
  ) : (
    <Submitted review={review} />
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
        <ButtonLink href={pagePaths.report(review.change_number)} size="sm" icon={<FileText aria-hidden="true" />}>
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
