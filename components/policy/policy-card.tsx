'use client'

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import type { CallInput, CallOptions } from '#lib/api/call-endpoint.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
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

type RemoveButtonProps<R extends Route> = { label: string; route: R; input: CallInput<R> & CallOptions }

/** Button with which a manager removes a row. */
export function RemoveButton<R extends Route>({ label, route, input }: RemoveButtonProps<R>) {
  const remove = usePageMutation(route)
  if (!useMay('manager')) return null
  return (
    <IconButton
      size="sm"
      label={label}
      icon={<X aria-hidden="true" />}
      busy={remove.isPending}
      onClick={() => remove.mutate(input, { onError: showErrorToast })}
    />
  )
}
