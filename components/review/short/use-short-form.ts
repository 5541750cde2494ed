import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { LiveReview } from '#components/review/form/review-savers.ts'
import { cleanCheckQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { startReview } from '#lib/contracts/routes.ts'
import { listIncidentFaults } from '#lib/domain/change/clean-change.ts'
import { listOpenRequired } from '#lib/review/questions/checks.ts'
import { listShortQuestions } from '#lib/review/short-form.ts'

export type ShortState = ReturnType<typeof useShortState>

/** Returns the state of the short form, from its current answers and the check that bulk completion uses too. */
export function useShortState(change: ChangeRecord, review: Review, { forms }: LiveReview) {
  const questions = useMemo(() => listShortQuestions(change), [change])
  const { data, isError } = useQuery(cleanCheckQuery(review.reference))
  const { decisions } = forms.incidents
  const linkedIncidents = data?.linked_incidents ?? []
  const urgentIncidents = data?.urgent_incidents ?? []
  const unexplained = decisions.filter(({ decision, reason }) => decision === 'rejected' && reason.trim() === '')
  const answers = questions.map((question) => ({ ...question, answer: question.read(forms) }))
  return {
    questions,
    /** Number of unanswered questions. */
    open:
      answers.filter(({ answer }) => answer === null).length +
      listOpenRequired(review.checks, forms.plan.checks).length,
    /** Steps of the full form in which an answer needs details. */
    detailed: answers.flatMap(({ answer, clean, step }) => (answer === null || answer === clean ? [] : [step])),
    // Why the change itself needs the full form. The check of a closed review would fail: its change is reviewed.
    faults: isLocked(review) ? [] : (data?.faults ?? []),
    undecided: [
      ...listIncidentFaults({ linkedIncidents, urgentIncidents, decisions }),
      ...unexplained.map(({ incident }) => `Say why ${incident} is unrelated to the change.`),
    ],
    pinned: [...linkedIncidents, ...urgentIncidents],
    check: data ? ('loaded' as const) : isError ? ('failed' as const) : ('loading' as const),
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
