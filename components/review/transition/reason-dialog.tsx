import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import type { ApiError } from '#lib/api/api-error.ts'
import { TransitionError } from './use-review-transition.tsx'

export type ReasonDialogProps = Pick<ComponentProps<typeof FormDialog>, 'title' | 'description' | 'submitLabel'> & {
  move: { isPending: boolean; error: ApiError | null }
  fields?: ReactNode
  /** `close` closes the dialog once the request has succeeded. */
  onSubmit: (reason: string, close: () => void) => void
}

export function ReasonDialog(props: ReasonDialogProps & { onClose: () => void }) {
  const { move, fields, onSubmit, ...dialog } = props
  const id = useId()
  const [reason, setReason] = useState('')
  const [isEmptyTried, setEmptyTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmedReason = reason.trim()
    setEmptyTried(trimmedReason === '')
    if (trimmedReason === '') document.getElementById(id)?.focus()
    else onSubmit(trimmedReason, dialog.onClose)
  }
  return (
    <FormDialog {...dialog} busy={move.isPending} onSubmit={submit}>
      <TransitionError error={move.error} />
      <Field
        id={id}
        label="Reason"
        hint="It stays in the history."
        required
        error={isEmptyTried && reason.trim() === '' ? 'Enter a reason.' : undefined}
      >
        <Textarea rows={4} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {fields}
    </FormDialog>
  )
}
