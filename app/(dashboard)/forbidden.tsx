import { ShieldAlert } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Shown inside the navigation instead of a page that the person's role may not open. */
export default function Forbidden() {
  return (
    <EmptyState
      icon={ShieldAlert}
      title={<h1>You do not have access to this page</h1>}
      action={
        <ButtonLink href={pagePaths.start} variant="primary">
          Go to the start page
        </ButtonLink>
      }
    >
      Ask an administrator for another role if you need access.
    </EmptyState>
  )
}
