'use client'

import { Component, type ReactNode } from 'react'
import { ErrorState } from '#components/ui/error-state.tsx'

/** Limits a step that fails to load to its own panel: the rest of the review keeps working. */
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
        message="Check the connection and try again. Your text in the other steps is safe."
        onRetry={() => window.location.reload()}
      />
    )
  }
}
