import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type ErrorStateProps = {
  title: ReactNode
  message: ReactNode
  /** `request_id` of the response, for a search in the logs. */
  requestId?: string | undefined
  onRetry: () => void
  retrying?: boolean
  action?: ReactNode
}

export function ErrorState({ title, message, requestId, onRetry, retrying = false, action }: ErrorStateProps) {
  const retry = (
    <>
      <Button onClick={onRetry} busy={retrying} icon={<RotateCw aria-hidden="true" />}>
        Try again
      </Button>
      {action}
    </>
  )
  return (
    <EmptyState role="alert" isError icon={TriangleAlert} title={title} action={retry} reference={requestId}>
      {message}
    </EmptyState>
  )
}

/** The id under which Next logs an error whose message it hides from the browser. */
export function getErrorDigest(error: unknown): string | undefined {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : undefined
}
