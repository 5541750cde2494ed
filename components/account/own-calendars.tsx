'use client'

import { useState } from 'react'
import { SecretValue } from '#components/admin/secret-value.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Combobox } from '#components/ui/form/combobox.tsx'
import { createOptions } from '#components/ui/form/find-options.ts'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import type { Calendar } from '#lib/contracts/app/own-data.ts'
import { createCalendar, revokeCalendar } from '#lib/contracts/routes.ts'

type OwnCalendarsProps = {
  calendars: readonly Calendar[]
  /** Services of recent changes, as suggestions. */
  services: readonly string[]
}

type CreatedCalendar = CallResponse<typeof createCalendar>

/** The person's calendars. Calendar programs read their URLs without a session. */
export function OwnCalendars({ calendars, services }: OwnCalendarsProps) {
  const [created, setCreated] = useState<CreatedCalendar | null>(null)
  const hasOwn = calendars.some(({ service }) => service === null)
  return (
    <Card aria-labelledby="own-calendars" className="max-w-2xl">
      <CardHeader
        id="own-calendars"
        title="Calendars"
        description="What is due to you, or the change windows of a service, in your calendar program."
        actions={
          <DialogButton
            size="sm"
            dialog={(onClose) => (
              <NewCalendarDialog hasOwn={hasOwn} services={services} onCreated={setCreated} onClose={onClose} />
            )}
          >
            New calendar
          </DialogButton>
        }
      />
      {calendars.length === 0 ? <CardBody className="text-sm text-muted">No calendars yet.</CardBody> : null}
      <ul aria-labelledby="own-calendars" className="divide-y divide-line">
        {calendars.map((calendar) => (
          <CalendarEntry key={calendar.id} calendar={calendar} onReplaced={setCreated} />
        ))}
      </ul>
      {created ? <CalendarUrlDialog created={created} onClose={() => setCreated(null)} /> : null}
    </Card>
  )
}

/** Describes the contents of a calendar, such as `Changes of payments-db`. */
const describeCalendar = ({ service }: Pick<Calendar, 'service'>): string =>
  service === null ? 'My reviews and actions' : `Changes of ${service}`

type CalendarEntryProps = { calendar: Calendar; onReplaced: (created: CreatedCalendar) => void }

function CalendarEntry({ calendar, onReplaced }: CalendarEntryProps) {
  const { id, service, created_at: created, last_read_at: read } = calendar
  const name = describeCalendar(calendar)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 text-sm">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted [&>span]:whitespace-nowrap">
          <span>
            Created <RelativeTime value={created} />
          </span>
          <span>
            {read ? 'Last read ' : null}
            <RelativeTime value={read} fallback="Never read" />
          </span>
        </p>
      </div>
      <div className="flex gap-2">
        <WriteButton
          size="sm"
          route={createCalendar}
          input={{ body: { service } }}
          confirm={{
            title: `New URL for “${name}”?`,
            description: 'The present URL stops working at once.',
            confirmLabel: 'Create new URL',
          }}
          done="URL replaced"
          onDone={onReplaced}
          aria-label={`New URL of ${name}`}
        >
          New URL
        </WriteButton>
        <WriteButton
          size="sm"
          route={revokeCalendar}
          input={{ params: { id } }}
          confirm={{
            title: `Revoke “${name}”?`,
            description: 'Its URL stops working at once. This cannot be undone.',
            confirmLabel: 'Revoke',
            danger: true,
          }}
          done="Calendar revoked"
          aria-label={`Revoke ${name}`}
        >
          Revoke
        </WriteButton>
      </div>
    </li>
  )
}

type NewCalendarDialogProps = Pick<OwnCalendarsProps, 'services'> & {
  /** True if the person already has a calendar of their own work, of which each has at most one. */
  hasOwn: boolean
  onCreated: (created: CreatedCalendar) => void
  onClose: () => void
}

function NewCalendarDialog({ hasOwn, services, onCreated, onClose }: NewCalendarDialogProps) {
  const { form, Field, choice, state } = useEndpointForm(createCalendar, {
    values: { content: hasOwn ? 'service' : 'own', service: '' },
    input: ({ content, service }) => ({ body: { service: content === 'own' ? null : service } }),
    onDone: (created) => {
      onClose()
      onCreated(created)
    },
  })
  const contents = [
    {
      value: 'own',
      label: describeCalendar({ service: null }),
      hint: hasOwn ? 'You have this calendar already' : 'Due dates, and rechecks of actions',
      disabled: hasOwn,
    },
    { value: 'service', label: 'Changes of a service', hint: 'Their windows: the actual times, else the planned ones' },
  ]
  return (
    <FormDialog {...state} title="New calendar" submitLabel="Create calendar" onClose={onClose}>
      <RadioGroup {...choice('content')} legend="Shows" required options={contents} />
      {form.watch('content') === 'service' ? (
        <Field
          name="service"
          label="Service"
          hint="As changes name it"
          required
          controlled={Combobox}
          options={createOptions(services)}
        />
      ) : null}
    </FormDialog>
  )
}

/** Shows the URL of a new calendar once. */
function CalendarUrlDialog({ created, onClose }: { created: CreatedCalendar; onClose: () => void }) {
  return (
    <Dialog
      open
      isPersistent
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`URL of “${describeCalendar(created.calendar)}”`}
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
        <SecretValue label="URL" what="the URL" value={`${window.location.origin}${created.path}`} />
      </div>
    </Dialog>
  )
}
