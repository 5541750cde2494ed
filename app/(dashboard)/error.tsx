'use client'

import { useEffect } from 'react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { ErrorState, getErrorDigest } from '#components/ui/error-state.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => console.error(error), [error])
  return (
    <ErrorState
      title={<h1>This page stopped working</h1>}
      message="Your saved work is safe. Try again. If it happens again, tell your administrator, with the reference if there is one."
      requestId={getErrorDigest(error)}
      onRetry={retry}
      action={<ButtonLink href={pagePaths.changes}>Go to the changes</ButtonLink>}
    />
  )
}
