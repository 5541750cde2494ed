'use client'

import { MoreHorizontal, Pencil, Plus, Trash2, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useId, useState } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import type { CallInput, CallOptions } from '#lib/api/call-endpoint.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { Holiday } from '#lib/contracts/app/policy-calendar.ts'
import type { ReviewerGroup, ServiceReviewer } from '#lib/contracts/app/policy-reviewers.ts'
import type { Route } from '#lib/contracts/endpoint.ts'
import {
  createHoliday,
  deleteHoliday,
  deleteReviewerGroup,
  deleteServiceReviewer,
  setServiceReviewer,
} from '#lib/contracts/routes.ts'
import { PublicHolidaysDialog } from './public-holidays.tsx'

// Loaded when it opens, with the library of forms.
const GroupDialog = dynamic(() => import('./group-dialog.tsx').then((part) => part.GroupDialog), {
  loading: () => null,
})

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
function PolicyCard({ id, title, description, actions, empty, children, form }: PolicyCardProps) {
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

function AddForm({ label, submitLabel, busy, onAdd, children }: AddFormProps) {
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
function RemoveButton<R extends Route>({ label, route, input }: RemoveButtonProps<R>) {
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

/** The groups of reviewers, whose members are assigned reviews in turn. */
export function GroupsCard({ groups }: { groups: readonly ReviewerGroup[] }) {
  const mayEdit = useMay('manager')
  return (
    <PolicyCard
      id="policy-groups"
      title="Groups"
      description="Their members are assigned reviews in turn."
      actions={
        <DialogButton
          size="sm"
          icon={<Plus aria-hidden="true" />}
          dialog={(onClose) => <GroupDialog group={null} onClose={onClose} />}
        >
          New group
        </DialogButton>
      }
      empty={groups.length === 0 ? 'No groups yet.' : null}
    >
      <ul>
        {groups.map((group) => (
          <li key={group.id} className="flex items-start gap-2 border-b border-line px-4 py-2.5 last:border-b-0">
            <GroupText group={group} />
            {mayEdit ? <GroupMenu group={group} /> : null}
          </li>
        ))}
      </ul>
    </PolicyCard>
  )
}

function GroupText({ group: { name, members, rules, last } }: { group: ReviewerGroup }) {
  const lastName = members.find((member) => member.email === last)?.name ?? last
  return (
    <div className="min-w-0 flex-1">
      <h3 className="text-sm font-medium">{name}</h3>
      <ol className="flex flex-wrap gap-x-1 text-sm">
        {members.map((member, at) => (
          <li key={member.email}>
            {member.name ?? member.email}
            {member.can_review ? null : <Badge tone="warning">cannot review</Badge>}
            {at < members.length - 1 ? ',' : null}
          </li>
        ))}
      </ol>
      <p className="text-xs text-muted text-pretty">
        {lastName === null ? 'No assignments yet' : `Last assigned: ${lastName}`}
        {' · '}
        {rules.length === 0 ? 'Not used by any rule' : `Used by: ${rules.join(', ')}`}
      </p>
    </div>
  )
}

function GroupMenu({ group }: { group: ReviewerGroup }) {
  const { id, name, rules, version } = group
  const [isEditing, setEditing] = useState(false)
  const remove = usePageMutation(deleteReviewerGroup, ['Reviews'])
  const run = () =>
    remove
      .mutateAsync({ params: { id }, ifMatch: `"v${version}"` })
      .then(() => showToast({ kind: 'success', title: `Group “${name}” deleted` }), showErrorToast)
  return (
    <>
      <DropdownMenu
        trigger={<IconButton size="sm" label={`Actions for ${name}`} icon={<MoreHorizontal aria-hidden="true" />} />}
        entries={[
          { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: () => setEditing(true) },
          'separator',
          {
            label: rules.length > 0 ? 'Delete (a rule uses it)' : 'Delete',
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            disabled: rules.length > 0,
            onSelect: run,
          },
        ]}
      />
      {isEditing ? <GroupDialog group={group} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

/** The services with their reviewers. `unset` are services of changes that have none. */
export function ServicesCard({ services, unset }: { services: readonly ServiceReviewer[]; unset: readonly string[] }) {
  return (
    <PolicyCard
      id="policy-services"
      title="Services"
      description="Reviewers for rules that assign by service."
      empty={services.length === 0 ? 'No service has a reviewer yet.' : null}
      form={<AddService unset={unset} />}
    >
      <ul className="relative max-h-80 overflow-y-auto">
        {services.map(({ service, reviewer, reviewer_name: name, can_review: canReview }) => (
          <li
            key={service}
            className="flex items-center gap-2 border-b border-line px-4 py-1.5 text-sm last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-1/2 break-words">{service}</span>
            <span className="min-w-0 flex-1 basis-1/2 text-muted">
              {name ?? reviewer} {canReview ? null : <Badge tone="warning">cannot review</Badge>}
            </span>
            <RemoveButton
              label={`Remove the reviewer of ${service}`}
              route={deleteServiceReviewer}
              input={{ params: { service } }}
            />
          </li>
        ))}
      </ul>
    </PolicyCard>
  )
}

function AddService({ unset }: { unset: readonly string[] }) {
  const save = usePageMutation(setServiceReviewer)
  const [service, setService] = useState('')
  const [reviewer, setReviewer] = useState('')
  const listId = useId()
  const add = () =>
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
  return (
    <AddForm label="Reviewer of a service" submitLabel="Set" busy={save.isPending} onAdd={add}>
      <Field label="Service" hideLabel className="flex-1 basis-32">
        <Input
          list={listId}
          autoComplete="off"
          required
          maxLength={200}
          placeholder="Service"
          value={service}
          onChange={({ target }) => setService(target.value)}
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
    </AddForm>
  )
}

/** Holidays by year: this and future years first, then past ones. */
export function HolidaysCard({ holidays, year }: { holidays: readonly Holiday[]; year: number }) {
  const years = [...Map.groupBy(holidays, ({ day }) => day.slice(0, 4))]
  const isPast = ([name]: (typeof years)[number]) => Number(name) < year
  const sorted = [...years.filter((each) => !isPast(each)), ...years.filter(isPast).toReversed()]
  return (
    <PolicyCard
      id="policy-holidays"
      title="Calendar"
      description="Days that are not business days, in addition to Saturdays and Sundays."
      actions={
        <DialogButton size="sm" dialog={(onClose) => <PublicHolidaysDialog year={year} onClose={onClose} />}>
          Choose public holidays
        </DialogButton>
      }
      empty={holidays.length === 0 ? 'No holidays. Every weekday is a business day.' : null}
      form={<AddHoliday />}
    >
      <div className="relative max-h-80 overflow-y-auto">
        {sorted.map(([name, days]) => (
          <section key={name} aria-label={name}>
            <h3 className="border-b border-line bg-sunken px-4 py-1 text-xs font-medium text-muted">{name}</h3>
            <ul>
              {days.map((holiday) => (
                <li key={holiday.day} className="flex items-center gap-2 border-b border-line px-4 py-1.5 text-sm">
                  <span className="min-w-0 flex-1 break-words">{holiday.name}</span>
                  <span className="text-muted tabular-nums">
                    <Day value={holiday.day} />
                  </span>
                  <RemoveButton
                    label={`Remove ${holiday.name}, ${holiday.day}`}
                    route={deleteHoliday}
                    input={{ params: { day: holiday.day } }}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </PolicyCard>
  )
}

const noHoliday = { day: '', name: '' }

function AddHoliday() {
  const create = usePageMutation(createHoliday)
  const [holiday, setHoliday] = useState(noHoliday)
  const add = () =>
    create.mutate({ body: holiday }, { onSuccess: () => setHoliday(noHoliday), onError: showErrorToast })
  return (
    <AddForm label="New holiday" submitLabel="Add" busy={create.isPending} onAdd={add}>
      <Field label="Day" hideLabel className="basis-36">
        <DateInput
          required
          value={holiday.day}
          onChange={({ target }) => setHoliday({ ...holiday, day: target.value })}
        />
      </Field>
      <Field label="Name of the holiday" hideLabel className="flex-1 basis-32">
        <Input
          required
          autoComplete="off"
          maxLength={100}
          placeholder="Name"
          value={holiday.name}
          onChange={({ target }) => setHoliday({ ...holiday, name: target.value })}
        />
      </Field>
    </AddForm>
  )
}
