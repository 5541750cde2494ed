import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import type { EntryForm } from './entry-form.tsx'
import { FormError } from './form-error.tsx'

type FormCardProps = Omit<ComponentProps<typeof EntryForm>, 'label' | 'onCancel'> & {
  /** Id of the heading. */
  id: string
  title: string
  description: string
  /** True if there is nothing to save. */
  isUnchanged?: boolean
  /** Further buttons. */
  actions?: ReactNode
}

/** Form in a card of its own, with its save button. */
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
