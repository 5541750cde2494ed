'use client'

import { useEffect } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { errorDigest } from '#components/ui/error-digest.ts'
import { ErrorState } from '#components/ui/error-state.tsx'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => console.error(error), [error])
  return (
    <main id="content" className="grid min-h-[70dvh] place-items-center">
      <ErrorState
        title={<h1>This page stopped working</h1>}
        message="Your saved work is safe. Try again. If it happens again, give your administrator the reference below."
        requestId={errorDigest(error)}
        onRetry={retry}
        // The router's link would be in the script of every page, and a page that is loaded anew starts afresh.
        action={
          <a href="/" className={buttonClass()}>
            Go to the start page
          </a>
        }
      />
    </main>
  )
}
