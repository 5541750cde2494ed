'use client'

import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { ServiceReviewer } from '#lib/contracts/app/policy-reviewers.ts'
import { deleteServiceReviewer, setServiceReviewer } from '#lib/contracts/routes.ts'

type ServicesCardProps = {
  services: readonly ServiceReviewer[]
  /** Services of changes that have no reviewer. */
  unset: readonly string[]
}

/** The services with their reviewers. */
export function ServicesCard({ services, unset }: ServicesCardProps) {
  const mayEdit = useMay('manager')
  return (
    <Card aria-labelledby="policy-services">
      <CardHeader id="policy-services" title="Services" description="Reviewers for rules that assign by service." />
      {services.length === 0 ? (
        <CardBody className="text-sm text-muted">No service has a reviewer yet.</CardBody>
      ) : (
        <ul className="relative max-h-80 overflow-y-auto">
          {services.map((row) => (
            <ServiceRow key={row.service} row={row} />
          ))}
        </ul>
      )}
      {mayEdit ? <AddService unset={unset} /> : null}
    </Card>
  )
}

function ServiceRow({ row: { service, reviewer, reviewer_name, can_review } }: { row: ServiceReviewer }) {
  const remove = usePageMutation(deleteServiceReviewer)
  const mayEdit = useMay('manager')
  return (
    <li className="flex items-center gap-2 border-b border-line px-4 py-1.5 text-sm last:border-b-0">
      <span className="min-w-0 flex-1 basis-1/2 break-words">{service}</span>
      <span className="min-w-0 flex-1 basis-1/2 text-muted">
        {reviewer_name ?? reviewer} {can_review ? null : <Badge tone="warning">cannot review</Badge>}
      </span>
      {mayEdit ? (
        <IconButton
          size="sm"
          label={`Remove the reviewer of ${service}`}
          icon={<X aria-hidden="true" />}
          busy={remove.isPending}
          onClick={() => remove.mutate({ params: { service } }, { onError: showErrorToast })}
        />
      ) : null}
    </li>
  )
}

function AddService({ unset }: { unset: readonly string[] }) {
  const save = usePageMutation(setServiceReviewer)
  const [service, setService] = useState('')
  const [reviewer, setReviewer] = useState('')
  const listId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { params: { service: service.trim() }, body: { reviewer } },
      {
        onSuccess: (saved) => {
          showToast({ kind: 'success', title: `${saved.reviewer_name} now reviews changes of ${saved.service}` })
          setService('')
        },
        onError: showErrorToast,
      },
    )
  }
  return (
    <form onSubmit={submit} aria-label="Reviewer of a service">
      <CardFooter>
        <Field label="Service" hideLabel className="flex-1 basis-32">
          <Input
            list={listId}
            autoComplete="off"
            required
            maxLength={200}
            placeholder="Service"
            value={service}
            onChange={(event) => setService(event.target.value)}
          />
        </Field>
        <datalist id={listId}>
          {unset.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field label="Reviewer" hideLabel className="flex-1 basis-32">
          <ReviewerInput required placeholder="Reviewer" value={reviewer} onChange={setReviewer} />
        </Field>
        <Button type="submit" busy={save.isPending}>
          Set
        </Button>
      </CardFooter>
    </form>
  )
}
