'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { FormError } from './form-error.tsx'

/** Content that replaces the form after it was submitted, shown only once. */
export type FormResult = { title: string; description: ReactNode; content: ReactNode }

type FormDialogProps = {
  title: string
  description?: ReactNode
  size?: ComponentProps<typeof Dialog>['size']
  submitLabel: string
  /** True if the action cannot be undone. */
  danger?: boolean
  busy: boolean
  /** True if the form cannot be submitted yet. */
  isBlocked?: boolean
  /** Error that belongs to no field. */
  error?: string | undefined
  onSubmit: ComponentProps<'form'>['onSubmit']
  onClose: () => void
  result?: FormResult | null
  children?: ReactNode
}

/** Dialog with one form, open while it is mounted. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    size = 'md',
    submitLabel,
    danger,
    busy,
    isBlocked = false,
    error,
    onSubmit,
    onClose,
    result,
    children,
  } = props
  const formId = useId()
  const close = (isOpen: boolean) => isOpen || onClose()
  if (result) {
    const done = (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    )
    const { content, ...heading } = result
    return (
      <Dialog open isPersistent onOpenChange={close} {...heading} footer={done}>
        {content}
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={busy} disabled={isBlocked}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <FormError>{error}</FormError>
        {children}
      </form>
    </Dialog>
  )
}
