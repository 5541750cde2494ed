import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormError } from './form-error.tsx'

type EntryFormProps = {
  /** Names the form for screen readers where no heading does. */
  label?: string
  /** An error that belongs to no field. */
  error: string | undefined
  busy: boolean
  submitLabel: string
  onSubmit: FormEventHandler
  /** Without it the button to submit is as wide as the form, as on a page that has nothing else. */
  onCancel?: () => void
  children: ReactNode
}

/** A form with its buttons, for use inside a card, an open dialog or a page of its own. */
export function EntryForm({ label, error, busy, submitLabel, onSubmit, onCancel, children }: EntryFormProps) {
  const submit = (
    <Button type="submit" variant="primary" busy={busy}>
      {submitLabel}
    </Button>
  )
  return (
    <form onSubmit={onSubmit} method="post" noValidate aria-label={label} className="flex flex-col gap-4">
      <FormError>{error}</FormError>
      {children}
      {onCancel ? (
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          {submit}
        </div>
      ) : (
        submit
      )}
    </form>
  )
}
