import type { FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import { FormError } from './form-error.tsx'

type EntryFormProps = {
  /** Names the form for screen readers where no heading does. */
  label?: string
  /** An error that belongs to no field. */
  error: string | undefined
  busy: boolean
  submitLabel: string
  onSubmit: FormEventHandler
  onCancel: () => void
  children: ReactNode
}

/** A form with buttons to submit and cancel, for use inside a card or an open dialog. */
export function EntryForm({ label, error, busy, submitLabel, onSubmit, onCancel, children }: EntryFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label} className="flex flex-col gap-4">
      <FormError>{error}</FormError>
      {children}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
