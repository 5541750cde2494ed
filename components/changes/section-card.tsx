import type { ReactNode } from 'react'
import { Card, CardHeader } from '#components/ui/card.tsx'

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
