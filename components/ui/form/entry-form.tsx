import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { FormError } from './form-error.tsx'

type EntryFormProps = {
  /** Names the form for screen readers if no heading does. */
  label?: string
  error: string | undefined
  busy: boolean
  submitLabel: string
  onSubmit: FormEventHandler
  /** Cancels the form. Without it, the submit button is as wide as the form, as on a page with nothing else. */
  onCancel?: () => void
  children: ReactNode
}

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

type FormCardProps = Omit<ComponentProps<typeof EntryForm>, 'label' | 'onCancel'> & {
  id: string
  title: string
  description: string
  isUnchanged?: boolean
  actions?: ReactNode
}

export function FormCard(props: FormCardProps) {
  const { id, title, description, error, busy, submitLabel, isUnchanged = false, onSubmit, actions, children } = props
  return (
    <Card aria-labelledby={id} className="max-w-2xl">
      <CardHeader id={id} title={title} description={description} />
      <CardBody>
        <form onSubmit={onSubmit} method="post" noValidate className="flex flex-col gap-4" aria-label={title}>
          <FormError>{error}</FormError>
          {children}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={busy} disabled={isUnchanged}>
              {submitLabel}
            </Button>
            {actions}
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
