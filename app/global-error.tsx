'use client'

import { useEffect } from 'react'
import { errorDigest } from '#components/ui/error-digest.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import './globals.css'

/** Stands in for the root layout when that itself fails, so it brings its own document. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => console.error(error), [error])
  return (
    <html lang="en" className="font-sans">
      <body>
        <title>Hindsight stopped working</title>
        <main className="grid min-h-dvh place-items-center">
          <ErrorState
            title={<h1>Hindsight stopped working</h1>}
            message="What you had saved is kept. Try again; if it happens once more, tell whoever runs Hindsight the reference below."
            requestId={errorDigest(error)}
            onRetry={retry}
          />
        </main>
      </body>
    </html>
  )
}
