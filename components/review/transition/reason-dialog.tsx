'use client'

import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import type { ApiError } from '#lib/api/api-error.ts'
import { TransitionError } from './transition-error.tsx'

const maxLength = 2000

type ReasonDialogProps = {
  title: string
  description: string
  submitLabel: string
  busy: boolean
  error: ApiError | null
  /** Further fields, below the reason. */
  children?: ReactNode
  onSubmit: (reason: string) => void
  onClose: () => void
}

/** Asks why a review is returned, reopened or waived. */
export function ReasonDialog({ error, onSubmit, children, ...dialog }: ReasonDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [isEmptyTried, setEmptyTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmedReason = reason.trim()
    setEmptyTried(trimmedReason === '')
    if (trimmedReason === '') document.getElementById(id)?.focus()
    else onSubmit(trimmedReason)
  }
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <TransitionError error={error} />
      <Field
        id={id}
        label="Reason"
        hint="Shown with the review and in the history."
        required
        error={isEmptyTried && reason.trim() === '' ? 'Enter a reason.' : undefined}
      >
        <Textarea rows={4} maxLength={maxLength} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {children}
    </FormDialog>
  )
}
