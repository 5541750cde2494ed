import { ShieldAlert } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** For a page that the role of the person does not open, in its place and with the navigation still around it. */
export default function Forbidden() {
  return (
    <EmptyState
      icon={ShieldAlert}
      title={<h1>Your role does not open this page</h1>}
      action={
        <ButtonLink href={pagePaths.start} variant="primary">
          Go to the start page
        </ButtonLink>
      }
    >
      Ask an administrator for another role if you need it for your work.
    </EmptyState>
  )
}
