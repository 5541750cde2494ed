'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
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
export function ReasonDialog({ title, description, submitLabel, busy, error, onSubmit, onClose }: ReasonDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const written = reason.trim()
    setRefused(written === '')
    if (written === '') document.getElementById(`${id}-reason`)?.focus()
    else onSubmit(written)
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-3">
        <MoveError error={error} />
        <Field
          id={`${id}-reason`}
          label="Why"
          hint="Kept in the history and shown with the review."
          required
          error={isRefused && reason.trim() === '' ? 'must not be empty' : undefined}
        >
          <Textarea rows={4} maxLength={longest} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
