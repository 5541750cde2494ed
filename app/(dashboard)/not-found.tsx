import { FileQuestion } from 'lucide-react'
import type { Metadata } from 'next'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

export const metadata: Metadata = { title: 'Not found' }

/** Shown inside the navigation for a record that does not exist. */
export default function RecordNotFound() {
  return (
    <EmptyState
      icon={FileQuestion}
      title={<h1>Record not found</h1>}
      action={
        <ButtonLink href={pagePaths.changes} variant="primary">
          Go to the changes
        </ButtonLink>
      }
    >
      It may have another number, or it has not been imported. Check the URL, or search with Ctrl K.
    </EmptyState>
  )
}
