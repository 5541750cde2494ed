import { ShieldAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

export const metadata: Metadata = { title: 'Not allowed' }

export default function ForbiddenPage() {
  return (
    <main id="content" className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        icon={ShieldAlert}
        title={<h1>Your role does not open this page</h1>}
        action={
          <ButtonLink href="/" variant="primary">
            Go to the start page
          </ButtonLink>
        }
      >
        Ask an administrator for another role if you need it for your work.
      </EmptyState>
    </main>
  )
}
