'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { BulkResults, type ReviewResult } from './bulk-results.tsx'

/** Props of each dialog of the bulk bar. */
export type BulkDialogProps = {
  /** References of reviews or numbers of their changes. */
  numbers: readonly string[]
  /** Called before the dialog closes if anything was done. */
  onDone: () => void
  onClose: () => void
}

type BulkDialogFrameProps = {
  title: string
  description?: ReactNode
  /** The result for each review; replaces the form. */
  results: readonly ReviewResult[] | undefined
  /** Label of the failures; “Not done” by default. */
  refused?: string
  /** One sentence about all results. */
  summary: string
  error: string | undefined
  /** The button that runs the command; omitted if a choice in the dialog runs it. */
  submit?: { label: string; busy: boolean; disabled?: boolean; run: () => void }
  onClose: () => void
  children?: ReactNode
}

/** Confirms a bulk command and then lists the result for each review. */
export function BulkDialog({
  title,
  description,
  results,
  refused,
  summary,
  error,
  submit,
  onClose,
  children,
}: BulkDialogFrameProps) {
  const close = (isOpen: boolean) => isOpen || onClose()
  if (results) {
    const done = (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    )
    return (
      <Dialog open onOpenChange={close} title={title} description={summary} footer={done} size="md">
        <BulkResults results={results} refused={refused} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      description={description}
      size="md"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {submit ? (
            <Button variant="primary" busy={submit.busy} disabled={submit.disabled} onClick={submit.run}>
              {submit.label}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormError>{error}</FormError>
        {children}
      </div>
    </Dialog>
  )
}

export const describeReviewCount = (count: number): string => (count === 1 ? '1 review' : `${count} reviews`)

/** Describes the results of a bulk command, such as "4 sent, 3 skipped." */
export function describeBulkOutcome(
  results: readonly ReviewResult[] | undefined,
  done: string,
  refused: string,
): string {
  const succeeded = (results ?? []).filter(isDone).length
  const failed = (results ?? []).filter((r) => !isDone(r)).length
  return failed === 0 ? `${succeeded} ${done}.` : `${succeeded} ${done}, ${failed} ${refused}.`
}

export const isDone = ({ result }: ReviewResult): boolean => result !== 'refused'
