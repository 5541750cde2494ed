'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { FormError } from './form-error.tsx'

/** Content that replaces the form after it was submitted. Unless it is not persistent, a click outside keeps it. */
export type FormResult = { title: ReactNode; description: ReactNode; content: ReactNode; isPersistent?: boolean }

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'size' | 'children'> & {
  /** Omitted if a choice in the form submits it. */
  submitLabel: string | undefined
  danger?: boolean
  busy: boolean
  /** True if the form cannot be submitted yet. */
  isBlocked?: boolean
  error?: string | undefined
  onSubmit: ComponentProps<'form'>['onSubmit']
  onClose: () => void
  result?: FormResult | null
}

export function FormDialog(props: FormDialogProps) {
  const { submitLabel, danger, busy, isBlocked = false, error, onSubmit, onClose, result, children, ...heading } = props
  const formId = useId()
  const onOpenChange = (isOpen: boolean) => isOpen || onClose()
  if (result) {
    const { content, ...shown } = result
    const done = (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    )
    return (
      <Dialog open isPersistent onOpenChange={onOpenChange} {...shown} footer={done}>
        {content}
      </Dialog>
    )
  }
  const buttons = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      {submitLabel === undefined ? null : (
        <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={busy} disabled={isBlocked}>
          {submitLabel}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open onOpenChange={onOpenChange} {...heading} footer={buttons}>
      <form id={formId} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <FormError>{error}</FormError>
        {children}
      </form>
    </Dialog>
  )
}
