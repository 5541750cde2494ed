import { FileQuestion } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

/** Empty state for a page after the last one, with a link to the first. */
export const PastEnd = ({ firstHref }: { firstHref: string }) => (
  <EmptyState
    icon={FileQuestion}
    title="This page is past the end"
    action={<ButtonLink href={firstHref}>Go to the first page</ButtonLink>}
  />
)
