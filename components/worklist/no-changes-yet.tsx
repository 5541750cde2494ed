import { ClipboardCheck } from 'lucide-react'
import { ImportLink } from '#components/layout/import-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

/** Shown on Today while the service has no change that could be reviewed. */
export function NoChangesYet() {
  return (
    <Card>
      <EmptyState icon={ClipboardCheck} title="No changes yet" action={<ImportLink kind="changes" />}>
        Once a manager has imported changes, the reviews that they need appear here.
      </EmptyState>
    </Card>
  )
}
