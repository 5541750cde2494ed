'use client'

import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import type { Route } from '#lib/contracts/endpoint.ts'

type PolicyCardProps = {
  id: string
  title: string
  description: string
  /** Buttons for managers. */
  actions?: ReactNode
  /** Text in place of the rows; null if there are some. */
  empty: string | null
  children: ReactNode
  /** Form for managers that adds a row. */
  form?: ReactNode
}

/** A part of the policy, which managers edit in place. */
export function PolicyCard({ id, title, description, actions, empty, children, form }: PolicyCardProps) {
  const mayEdit = useMay('manager')
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} description={description} actions={mayEdit ? actions : null} />
      {empty === null ? children : <CardBody className="text-sm text-muted">{empty}</CardBody>}
      {mayEdit ? form : null}
    </Card>
  )
}

type AddFormProps = { label: string; submitLabel: string; busy: boolean; onAdd: () => void; children: ReactNode }

export function AddForm({ label, submitLabel, busy, onAdd, children }: AddFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAdd()
      }}
      aria-label={label}
    >
      <CardFooter>
        {children}
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
      </CardFooter>
    </form>
  )
}

type RemoveButtonProps<R extends Route> = Pick<ComponentProps<typeof WriteButton<R>>, 'route' | 'input'> & {
  label: string
  /** Title and text of the question before the removal; without it, the row is removed at once. */
  question?: readonly [title: string, description: string]
}

/** Button with which a manager removes a row. */
export function RemoveButton<R extends Route>({ label, question, ...write }: RemoveButtonProps<R>) {
  if (!useMay('manager')) return null
  const [title, description] = question ?? []
  return (
    <WriteButton
      {...write}
      size="sm"
      shape="square"
      variant="ghost"
      aria-label={label}
      title={label}
      icon={<X aria-hidden="true" />}
      {...(title && { confirm: { title, description, confirmLabel: label.split(' ', 1).join(), danger: true } })}
    />
  )
}
