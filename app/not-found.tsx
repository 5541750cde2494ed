import { FileQuestion } from 'lucide-react'
import type { Metadata } from 'next'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main id="content" className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        icon={FileQuestion}
        title={<h1>Page not found</h1>}
        action={
          <ButtonLink href="/" variant="primary">
            Go to the start page
          </ButtonLink>
        }
      >
        The record may have another number, or you may not have access to it. Check the URL, or go back to the start
        page.
      </EmptyState>
    </main>
  )
}
