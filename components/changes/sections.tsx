'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { tabBarClass, tabClass } from '#components/ui/tab-links.tsx'
import {
  improvementsQuery,
  lessonsQuery,
  offeredLessonsQuery,
  relatedIncidentsQuery,
  similarChangesQuery,
} from '#lib/api/review-queries.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { isOpenChange, isPlanned } from '#lib/domain/change/planned-change.ts'

type SectionCardProps = {
  section: SectionId
  title?: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function SectionCard({ section, title, description, actions, children }: SectionCardProps) {
  return (
    <Card id={section} tabIndex={-1} aria-labelledby={`${section}-title`} className="scroll-mt-12 outline-none">
      <CardHeader
        id={`${section}-title`}
        title={title ?? sectionTitles[section]}
        description={description}
        actions={actions}
      />
      {children}
    </Card>
  )
}

/** Titles of the sections of the change page, in order, by URL fragment. */
const sectionTitles = {
  facts: 'The change',
  review: 'Review',
  deployments: 'Deployments',
  offered: 'Lessons for this change',
  similar: 'Similar changes',
  plan: 'Implementation plan',
  backout: 'Backout plan',
  risk: 'Risk assessment',
  incidents: 'Incidents',
  improvements: 'Improvements',
  lessons: 'Lessons learned',
  history: 'History',
} as const

type SectionId = keyof typeof sectionTitles

type LoadedSectionProps<Data> = {
  section: SectionId
  description: string
  query: UseQueryResult<Data>
  /** What is loaded, such as "the lessons". */
  what: string
  rowsOf: (data: Data) => readonly unknown[]
  empty: ReactNode
  children: (data: Data) => ReactNode
}

export const LoadedSection = <Data,>({ query, what, rowsOf, empty, children, ...card }: LoadedSectionProps<Data>) => (
  <SectionCard {...card}>
    <QueryStates query={query} what={what}>
      {(data) =>
        rowsOf(data).length === 0 ? <CardBody className="text-sm text-muted">{empty}</CardBody> : children(data)
      }
    </QueryStates>
  </SectionCard>
)

type SectionNavProps = { change: ChangeRecord; reference: string | null; hasDeployments: boolean }

export function SectionNav({ change, reference, hasDeployments }: SectionNavProps) {
  const incidents = useQuery(relatedIncidentsQuery(change.number)).data?.total_count
  const improvements = useQuery({ ...improvementsQuery(reference ?? ''), enabled: reference !== null }).data
  const lessons = useQuery(lessonsQuery(change.number)).data?.total_count
  const offered = useQuery({ ...offeredLessonsQuery(change.number), enabled: isPlanned(change) }).data?.total_count
  const similar = useQuery({ ...similarChangesQuery(change.number), enabled: isOpenChange(change) }).data?.result.length
  const links: readonly (readonly [SectionId, string, number?])[] = [
    ['facts', 'Overview'],
    ...(hasDeployments ? [['deployments', 'Deployments'] as const] : []),
    ...(isPlanned(change) ? [['offered', 'Lessons for this change', offered ?? 0] as const] : []),
    ...(isOpenChange(change) ? [['similar', 'Similar changes', similar ?? 0] as const] : []),
    ['plan', 'Plan'],
    ['backout', 'Backout'],
    ['risk', 'Risk'],
    ['incidents', 'Incidents', incidents ?? 0],
    ...(reference === null ? [] : [['improvements', 'Improvements', improvements?.total_count ?? 0] as const]),
    ['lessons', 'Lessons learned', lessons ?? 0],
    ['history', 'History'],
  ]
  return (
    <nav aria-label="On this page" className="sticky top-12 z-20 -mx-3 mb-4 bg-bg px-3 sm:-mx-4 sm:px-4 print:hidden">
      <ul className={tabBarClass}>
        {links.map(([section, label, count]) => (
          <li key={section} className="shrink-0">
            <a href={`#${section}`} className={tabClass}>
              {label}
              {count === undefined ? null : <span className="text-xs text-muted tabular-nums">{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
