import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormError } from './form-error.tsx'

type EntryFormProps = {
  /** Names the form for screen readers if no heading does. */
  label?: string
  /** Error that belongs to no field. */
  error: string | undefined
  busy: boolean
  submitLabel: string
  onSubmit: FormEventHandler
  /** Cancels the form. Without it, the submit button is as wide as the form, as on a page with nothing else. */
  onCancel?: () => void
  children: ReactNode
}

/** Form with its buttons, for a card, an open dialog or a page. */
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
