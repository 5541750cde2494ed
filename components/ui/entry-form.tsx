import type { FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import { FormFault } from './form-fault.tsx'

type EntryFormProps = {
  /** Names the form for screen readers where no heading does. */
  label?: string
  /** What is wrong with the form as a whole. */
  fault: string | undefined
  isBusy: boolean
  submitLabel: string
  onSubmit: FormEventHandler
  onCancel: () => void
  children: ReactNode
}

/** A form that is filled in and sent or given up, inside of what is there already: a dialog that waits for it, a card. */
export function EntryForm({ label, fault, isBusy, submitLabel, onSubmit, onCancel, children }: EntryFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label} className="flex flex-col gap-4">
      <FormFault>{fault}</FormFault>
      {children}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          {submitLabel}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
