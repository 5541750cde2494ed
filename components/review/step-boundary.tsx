'use client'

import { Component, type ReactNode } from 'react'
import { ErrorState } from '#components/ui/error-state.tsx'

/** A step that cannot be fetched leaves the rest of the review standing; what was typed is kept either way. */
export class StepBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorState
        title="This step could not be loaded"
        message="Check the connection and try again. What you wrote in the other steps is kept."
        onRetry={() => window.location.reload()}
      />
    )
  }
}
