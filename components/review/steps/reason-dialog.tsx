'use client'

import { type FormEvent, useId, useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import type { ApiError } from '#lib/api/api-error.ts'
import { MoveError } from './move-error.tsx'

const longest = 2000

type ReasonDialogProps = {
  title: string
  description: string
  submitLabel: string
  busy: boolean
  error: ApiError | null
  onSubmit: (reason: string) => void
  onClose: () => void
}

/** Asks why a review is given back. */
export function ReasonDialog({ error, onSubmit, ...dialog }: ReasonDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const written = reason.trim()
    setRefused(written === '')
    if (written === '') document.getElementById(id)?.focus()
    else onSubmit(written)
  }
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <MoveError error={error} />
      <Field
        id={id}
        label="Why"
        hint="Kept in the history and shown with the review."
        required
        error={isRefused && reason.trim() === '' ? 'must not be empty' : undefined}
      >
        <Textarea rows={4} maxLength={longest} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
