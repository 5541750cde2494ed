'use client'

import { Component, type ReactNode, useEffect } from 'react'
import { ErrorState } from '#components/ui/error-state.tsx'

const retryMs = 5_000

/** Confines a failure to load a step to its own panel; the rest of the review continues to work. */
export class StepBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <FailedStep /> : this.props.children
  }
}

/** Reloads the page as soon as the service responds. The texts of all steps are stored in this browser. */
function FailedStep() {
  useEffect(() => {
    let isOver = false
    const reloadIfBack = async () => {
      const response = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
      if (response?.ok && !isOver) window.location.reload()
    }
    const timer = setInterval(reloadIfBack, retryMs)
    window.addEventListener('online', reloadIfBack)
    return () => {
      isOver = true
      clearInterval(timer)
      window.removeEventListener('online', reloadIfBack)
    }
  }, [])
  return (
    <ErrorState
      title="This step could not be loaded"
      message="It loads by itself when the connection is back. Your text in the other steps is safe."
      onRetry={() => window.location.reload()}
    />
  )
}
