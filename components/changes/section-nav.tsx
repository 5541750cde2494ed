'use client'

import { useQuery } from '@tanstack/react-query'
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
import type { SectionId } from './section-card.tsx'

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
