import type { ReactNode } from 'react'
import { Card, CardHeader } from '#components/ui/card.tsx'

type IncidentSectionProps = { id: string; title: string; description?: string; children: ReactNode }

export function IncidentSection({ id, title, description, children }: IncidentSectionProps) {
  return (
    <Card id={id} aria-labelledby={`${id}-title`} className="scroll-mt-12">
      <CardHeader id={`${id}-title`} title={title} description={description} />
      {children}
    </Card>
  )
}
