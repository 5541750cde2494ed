'use client'

import { useEffect } from 'react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { errorDigest } from '#components/ui/error-digest.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** For a page that failed, with the navigation still around it. */
export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => console.error(error), [error])
  return (
    <ErrorState
      title={<h1>This page stopped working</h1>}
      message="What you had saved is kept. Try again; if it happens once more, tell whoever runs Hindsight the reference below."
      requestId={errorDigest(error)}
      onRetry={retry}
      action={<ButtonLink href={pagePaths.changes}>Go to the changes</ButtonLink>}
    />
  )
}
