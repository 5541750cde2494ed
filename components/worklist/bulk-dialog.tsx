'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { type AnyResult, BulkResults } from './bulk-results.tsx'

type BulkDialogFrameProps = {
  title: string
  description?: ReactNode
  /** What was done to each; it takes the place of the question. */
  results: readonly AnyResult[] | undefined
  /** In words, how it went. */
  summary: string
  error: string | undefined
  submit: { label: string; busy: boolean; disabled?: boolean; run: () => void }
  onClose: () => void
  children?: ReactNode
}

/** Asks before something is done to many reviews, and tells of each what became of it. */
export function BulkDialog({
  title,
  description,
  results,
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
        <BulkResults results={results} />
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
          <Button variant="primary" busy={submit.busy} disabled={submit.disabled} onClick={submit.run}>
            {submit.label}
          </Button>
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

export const reviewsInWords = (count: number): string => (count === 1 ? '1 review' : `${count} reviews`)

/** How a bulk went, in a sentence: "2 done, 1 not." */
export function outcomeInWords(results: readonly AnyResult[] | undefined): string {
  const done = (results ?? []).filter(({ result }) => result !== 'refused').length
  const not = (results ?? []).length - done
  return not === 0 ? `${done} done.` : `${done} done, ${not} not.`
}
