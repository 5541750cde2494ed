'use client'

import { useState } from 'react'
import { SecretValue } from '#components/admin/secret-value.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Combobox } from '#components/ui/form/combobox.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import type { Calendar } from '#lib/contracts/app/calendars.ts'
import { createCalendar, revokeCalendar } from '#lib/contracts/routes.ts'

type OwnCalendarsProps = {
  calendars: readonly Calendar[]
  /** Services of recent changes, as suggestions. */
  services: readonly string[]
}

/** The person's calendars. Calendar programs read their URLs without a session. */
export function OwnCalendars({ calendars, services }: OwnCalendarsProps) {
  const [isNew, setNew] = useState(false)
  const [changing, setChanging] = useState<{ calendar: Calendar; isRevoked: boolean } | null>(null)
  const [created, setCreated] = useState<CreatedCalendar | null>(null)
  const close = () => setNew(false)
  const newCalendar = (
    <Button size="sm" onClick={() => setNew(true)}>
      New calendar
    </Button>
  )
  return (
    <Card aria-labelledby="own-calendars" className="max-w-2xl">
      <CardHeader
        id="own-calendars"
        title="Calendars"
        description="What is due to you, or the change windows of a service, in your calendar program."
        actions={newCalendar}
      />
      {calendars.length === 0 ? <CardBody className="text-sm text-muted">No calendars yet.</CardBody> : null}
      <ul aria-labelledby="own-calendars" className="divide-y divide-line">
        {calendars.map((calendar) => (
          <CalendarEntry
            key={calendar.id}
            calendar={calendar}
            onReplace={() => setChanging({ calendar, isRevoked: false })}
            onRevoke={() => setChanging({ calendar, isRevoked: true })}
          />
        ))}
      </ul>
      {isNew ? (
        <NewCalendarDialog
          hasOwn={calendars.some(({ service }) => service === null)}
          services={services}
          onCreated={(response) => {
            close()
            setCreated(response)
          }}
          onClose={close}
        />
      ) : null}
      {changing ? <ChangeCalendar {...changing} onReplaced={setCreated} onClose={() => setChanging(null)} /> : null}
      {created ? <CalendarUrlDialog created={created} onClose={() => setCreated(null)} /> : null}
    </Card>
  )
}

type ChangeCalendarProps = {
  calendar: Calendar
  isRevoked: boolean
  onReplaced: (created: CreatedCalendar) => void
  onClose: () => void
}

function ChangeCalendar({ calendar, isRevoked, onReplaced, onClose }: ChangeCalendarProps) {
  const name = describeCalendar(calendar)
  return isRevoked ? (
    <ConfirmWrite
      route={revokeCalendar}
      input={{ params: { id: calendar.id } }}
      title={`Revoke “${name}”?`}
      description="Its URL stops working at once. This cannot be undone."
      confirmLabel="Revoke"
      danger
      done="Calendar revoked"
      onClose={onClose}
    />
  ) : (
    <ConfirmWrite
      route={createCalendar}
      input={{ body: { service: calendar.service } }}
      title={`New URL for “${name}”?`}
      description="The present URL stops working at once."
      confirmLabel="Create new URL"
      done="URL replaced"
      onDone={onReplaced}
      onClose={onClose}
    />
  )
}

type CalendarEntryProps = { calendar: Calendar; onReplace: () => void; onRevoke: () => void }

function CalendarEntry({ calendar, onReplace, onRevoke }: CalendarEntryProps) {
  const { created_at: created, last_read_at: read } = calendar
  const name = describeCalendar(calendar)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 text-sm">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          <span className="whitespace-nowrap">
            Created <RelativeTime value={created} />
          </span>
          <span className="whitespace-nowrap">
            {read ? (
              <>
                Last read <RelativeTime value={read} />
              </>
            ) : (
              'Never read'
            )}
          </span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={onReplace} aria-label={`New URL of ${name}`}>
          New URL
        </Button>
        <Button size="sm" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      </div>
    </li>
  )
}

type NewCalendarDialogProps = {
  /** True if the person already has a calendar of their own work. */
  hasOwn: boolean
  services: readonly string[]
  onCreated: (created: CreatedCalendar) => void
  onClose: () => void
}

/** Creates a calendar of the person. */
function NewCalendarDialog({ hasOwn, services, onCreated, onClose }: NewCalendarDialogProps) {
  const { form, Field, choice, state } = useEndpointForm(createCalendar, {
    values: { content: hasOwn ? 'service' : 'own', service: '' },
    input: ({ content, service }) => ({ body: { service: content === 'own' ? null : service } }),
    onDone: onCreated,
  })
  return (
    <FormDialog {...state} title="New calendar" submitLabel="Create calendar" onClose={onClose}>
      <RadioGroup {...choice('content')} legend="Shows" required options={listCalendarContents(hasOwn)} />
      {form.watch('content') === 'service' ? (
        <Field
          name="service"
          label="Service"
          hint="As changes name it"
          required
          controlled={Combobox}
          options={services.map((value) => ({ value, label: value }))}
        />
      ) : null}
    </FormDialog>
  )
}

type CreatedCalendar = CallResponse<typeof createCalendar>

/** Describes the contents of a calendar, such as `Changes of payments-db`. */
const describeCalendar = ({ service }: Pick<Calendar, 'service'>): string =>
  service === null ? 'My reviews and actions' : `Changes of ${service}`

/** Choices for the contents of a new calendar. Each person has at most one calendar of their own work. */
const listCalendarContents = (hasOwn: boolean) => [
  {
    value: 'own',
    label: describeCalendar({ service: null }),
    hint: hasOwn ? 'You have this calendar already' : 'Due dates, and rechecks of actions',
    disabled: hasOwn,
  },
  { value: 'service', label: 'Changes of a service', hint: 'Their windows: the actual times, else the planned ones' },
]

/** Shows the URL of a new calendar once. */
function CalendarUrlDialog({ created, onClose }: { created: CreatedCalendar; onClose: () => void }) {
  const { calendar, path } = created
  return (
    <Dialog
      open
      isPersistent
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`URL of “${describeCalendar(calendar)}”`}
      description="Add it to your calendar program, with “From URL” or “Subscribe from web”."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warning" announce>
          The URL is shown only once. Anybody who knows it can read this calendar.
        </Notice>
        <SecretValue label="URL" what="the URL" value={`${window.location.origin}${path}`} />
      </div>
    </Dialog>
  )
}
