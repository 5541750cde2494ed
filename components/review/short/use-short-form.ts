'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { cleanCheckQuery } from '#lib/api/review-queries.ts'
import type { LiveReview } from '#lib/api/review-savers.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { startReview } from '#lib/contracts/routes.ts'
import { incidentFaults } from '#lib/domain/clean-change.ts'
import { type ShortQuestion, shortQuestions } from '#lib/domain/short-questions.ts'

export type ShortState = {
  readonly questions: readonly ShortQuestion[]
  /** How many questions are open. */
  readonly open: number
  /** Steps of the full form that ask for the details of an answer. */
  readonly detailed: readonly ReviewStep[]
  /** What speaks against the change itself; only the full form can complete its review. */
  readonly faults: readonly string[]
  /** What still has to be decided on incidents. */
  readonly undecided: readonly string[]
  /** Incidents that have to be decided on. */
  readonly pinned: readonly string[]
  readonly check: 'loading' | 'failed' | 'loaded'
}

/** How far the short form is, by its answers as they stand and by the rule that bulk completion follows too. */
export function useShortState(change: ChangeRecord, review: Review, { forms }: LiveReview): ShortState {
  const questions = useMemo(() => shortQuestions(change), [change])
  const { data, isError } = useQuery(cleanCheckQuery(review.reference))
  const { decisions } = forms.incidents
  const [linkedIncidents, urgentIncidents] = [data?.linked_incidents ?? [], data?.urgent_incidents ?? []]
  const unexplained = decisions.filter(({ decision, reason }) => decision === 'rejected' && reason.trim() === '')
  const answers = questions.map((question) => ({ ...question, answer: question.read(forms) }))
  return {
    questions,
    open: answers.filter(({ answer }) => answer === null).length,
    detailed: answers.flatMap(({ answer, clean, step }) => (answer === null || answer === clean ? [] : [step])),
    faults: data?.faults ?? [],
    undecided: [
      ...incidentFaults({ linkedIncidents, urgentIncidents, decisions }),
      ...unexplained.map(({ incident }) => `Say why ${incident} is unrelated to the change.`),
    ],
    pinned: [...linkedIncidents, ...urgentIncidents],
    check: data ? 'loaded' : isError ? 'failed' : 'loading',
  }
}

/** Begins a review that is owed and not begun, once, with the first answer. */
export function useBeginning({ status, change_number: number }: Review): () => void {
  const isBegun = useRef(status !== 'not_started')
  const start = useEndpointMutation(startReview, ['History'])
  return () => {
    if (isBegun.current) return
    isBegun.current = true
    start.mutate({ params: { number }, body: {} }, { onError: () => (isBegun.current = false) })
  }
}
