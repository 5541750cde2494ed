'use client'

import { useEffect } from 'react'
import { ErrorState, getErrorDigest } from '#components/ui/error-state.tsx'
import './globals.css'

/** Shown if the root layout, the shell, or a page outside of the shell failed. Renders its own document. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => console.error(error), [error])
  return (
    <html lang="en" className="font-sans">
      <body>
        <title>Hindsight stopped working</title>
        <main className="grid min-h-dvh place-items-center">
          <ErrorState
            title={<h1>Hindsight stopped working</h1>}
            message="Your saved work is safe. Try again. If it happens again, tell your administrator, with the reference if there is one."
            requestId={getErrorDigest(error)}
            onRetry={retry}
          />
        </main>
      </body>
    </html>
  )
}
