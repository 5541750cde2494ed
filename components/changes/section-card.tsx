import type { ReactNode } from 'react'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { type SectionId, sectionTitles } from './sections.ts'

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
