'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { LiveReview } from '#components/review/form/review-savers.ts'
import { cleanCheckQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { startReview } from '#lib/contracts/routes.ts'
import { listIncidentFaults } from '#lib/domain/change/clean-change.ts'
import { listShortQuestions, type ShortQuestion } from '#lib/domain/review/short-questions.ts'

export type ShortState = {
  readonly questions: readonly ShortQuestion[]
  readonly open: number
  /** Steps of the full form in which an answer needs details. */
  readonly detailed: readonly ReviewStep[]
  /** Reasons why the change itself needs the full form. */
  readonly faults: readonly string[]
  /** Open decisions about incidents, as messages. */
  readonly undecided: readonly string[]
  /** Incidents that must be decided on. */
  readonly pinned: readonly string[]
  readonly check: 'loading' | 'failed' | 'loaded'
}

/** Returns the state of the short form, from its current answers and the check that bulk completion uses too. */
export function useShortState(change: ChangeRecord, review: Review, { forms }: LiveReview): ShortState {
  const questions = useMemo(() => listShortQuestions(change), [change])
  const { data, isError } = useQuery(cleanCheckQuery(review.reference))
  const { decisions } = forms.incidents
  const linkedIncidents = data?.linked_incidents ?? []
  const urgentIncidents = data?.urgent_incidents ?? []
  const unexplained = decisions.filter(({ decision, reason }) => decision === 'rejected' && reason.trim() === '')
  const answers = questions.map((question) => ({ ...question, answer: question.read(forms) }))
  return {
    questions,
    open: answers.filter(({ answer }) => answer === null).length,
    detailed: answers.flatMap(({ answer, clean, step }) => (answer === null || answer === clean ? [] : [step])),
    // A closed review has no faults: the check would fail because its change is reviewed.
    faults: isLocked(review) ? [] : (data?.faults ?? []),
    undecided: [
      ...listIncidentFaults({ linkedIncidents, urgentIncidents, decisions }),
      ...unexplained.map(({ incident }) => `Say why ${incident} is unrelated to the change.`),
    ],
    pinned: [...linkedIncidents, ...urgentIncidents],
    check: data ? 'loaded' : isError ? 'failed' : 'loading',
  }
}

/** Returns a function that starts a review that has not started yet, at most once. */
export function useStartOnce({ status, change_number: number }: Review): () => void {
  const isStarted = useRef(status !== 'not_started')
  const start = useEndpointMutation(startReview)
  return () => {
    if (isStarted.current) return
    isStarted.current = true
    start.mutate({ params: { number }, body: {} }, { onError: () => (isStarted.current = false) })
  }
}
