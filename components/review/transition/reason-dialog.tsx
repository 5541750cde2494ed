import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import type { ApiError } from '#lib/api/api-error.ts'
import { TransitionError } from './use-review-transition.tsx'

export type ReasonDialogProps = Pick<ComponentProps<typeof FormDialog>, 'title' | 'description' | 'submitLabel'> & {
  move: { isPending: boolean; error: ApiError | null }
  /** Fields above the reason; they show their errors once somebody tried to send them. */
  fields?: ((isTried: boolean) => ReactNode) | undefined
  /** False if the fields have errors. */
  areValid?: boolean | undefined
  /** `close` closes the dialog once the request has succeeded. */
  onSubmit: (reason: string, close: () => void) => void
}

export function ReasonDialog(props: ReasonDialogProps & { onClose: () => void }) {
  const { move, fields, areValid = true, onSubmit, ...dialog } = props
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isEmpty = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => setTried(true))
    if (isEmpty || !areValid) event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    else onSubmit(reason.trim(), dialog.onClose)
  }
  return (
    <FormDialog {...dialog} busy={move.isPending} onSubmit={submit}>
      <TransitionError error={move.error} />
      {fields?.(isTried)}
      <Field
        label="Reason"
        hint="It stays in the history."
        required
        error={isTried && isEmpty ? 'Enter a reason.' : undefined}
      >
        <Textarea rows={4} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
