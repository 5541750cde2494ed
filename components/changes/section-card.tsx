import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'

type SectionCardProps = {
  section: SectionId
  title?: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A section of the change page, and target of the section navigation. */
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

export type SectionId = keyof typeof sectionTitles

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

/** A section of rows that are loaded. */
export const LoadedSection = <Data,>({ query, what, rowsOf, empty, children, ...card }: LoadedSectionProps<Data>) => (
  <SectionCard {...card}>
    <QueryStates query={query} what={what}>
      {(data) =>
        rowsOf(data).length === 0 ? <CardBody className="text-sm text-muted">{empty}</CardBody> : children(data)
      }
    </QueryStates>
  </SectionCard>
)
