'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { Calendar } from '#lib/contracts/app/calendars.ts'
import { createCalendar, revokeCalendar } from '#lib/contracts/routes.ts'
import { CalendarUrlDialog, type CreatedCalendar, describeCalendar } from './calendar-contents.tsx'
import { NewCalendarDialog } from './new-calendar-dialog.tsx'

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
