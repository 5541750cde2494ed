'use client'

import { useQuery } from '@tanstack/react-query'
import type { SignOffProps } from '#components/review/form/use-step-form.ts'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import {
  attachmentsQuery,
  changePeopleQuery,
  improvementsQuery,
  namedIncidentsQuery,
  originQuery,
  questionsQuery,
  signOffQuery,
  versionsQuery,
} from '#lib/api/review-queries.ts'
import type { ReportData } from '#lib/domain/review/report-data.ts'
import { replaceForms } from '#lib/domain/review/review-forms.ts'

/** Returns the data of the report, including unsaved edits. Parts that are still loading are empty. */
export function useReportData({ review, change, live }: Pick<SignOffProps, 'review' | 'change' | 'live'>): ReportData {
  const { reference } = review
  const decided = live.forms.incidents.decisions.map(({ incident }) => incident)
  const people = useQuery(changePeopleQuery(change.number)).data
  const origin = useQuery(originQuery('change', change.number)).data?.origin ?? null
  const improvements = useQuery(improvementsQuery(reference)).data?.result ?? []
  const incidents = useQuery({ ...namedIncidentsQuery(decided), enabled: decided.length > 0 }).data?.result ?? []
  const files = useQuery(attachmentsQuery(reference)).data?.result ?? []
  const questions = useQuery(questionsQuery(reference)).data?.result ?? []
  const returns = useQuery(signOffQuery(reference)).data?.returns ?? []
  const versions = useQuery({ ...versionsQuery(reference), enabled: review.completions > 0 }).data?.versions ?? []
  const nameOf = usePeopleNames([
    ...improvements.map(({ owner }) => owner),
    ...questions.map(({ requester }) => requester),
    ...versions.flatMap(({ said }) => said.improvements.map(({ owner }) => owner)),
  ])
  const shown = replaceForms(review, live.forms)
  return { change, people, origin, review: shown, incidents, improvements, files, questions, returns, versions, nameOf }
}
