import type { FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

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

/** A form that is filled in and sent or given up, as dialogs hold: its fault above its fields, its two ways out below. */
export function EntryForm({ label, fault, isBusy, submitLabel, onSubmit, onCancel, children }: EntryFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label} className="flex flex-col gap-4">
      {fault ? (
        <Notice tone="danger" announce>
          {fault}
        </Notice>
      ) : null}
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
