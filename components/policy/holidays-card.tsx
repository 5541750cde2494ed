'use client'

import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { createHoliday, deleteHoliday } from '#lib/contracts/admin-routes.ts'
import type { Holiday } from '#lib/contracts/app/policy-calendar.ts'
import { PublicHolidaysDialog } from './public-holidays-dialog.tsx'

/** Holidays by year: this and future years first, then past ones. */
export function HolidaysCard({ holidays, year }: { holidays: readonly Holiday[]; year: number }) {
  const mayEdit = useMay('manager')
  return (
    <Card aria-labelledby="policy-holidays">
      <CardHeader
        id="policy-holidays"
        title="Calendar"
        description="Days that are not business days, in addition to Saturdays and Sundays."
        actions={
          mayEdit ? (
            <DialogButton size="sm" dialog={(onClose) => <PublicHolidaysDialog year={year} onClose={onClose} />}>
              Choose public holidays
            </DialogButton>
          ) : null
        }
      />
      {holidays.length === 0 ? (
        <CardBody className="text-sm text-muted">No holidays. Every weekday is a business day.</CardBody>
      ) : (
        <div className="relative max-h-80 overflow-y-auto">
          {byYear(holidays, year).map(([name, days]) => (
            <section key={name} aria-label={name}>
              <h3 className="border-b border-line bg-sunken px-4 py-1 text-xs font-medium text-muted">{name}</h3>
              <ul>
                {days.map((holiday) => (
                  <HolidayRow key={holiday.day} holiday={holiday} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {mayEdit ? <AddHoliday /> : null}
    </Card>
  )
}

function byYear(holidays: readonly Holiday[], thisYear: number): [string, Holiday[]][] {
  const years = [...Map.groupBy(holidays, ({ day }) => day.slice(0, 4))]
  const isPast = ([name]: [string, Holiday[]]) => Number(name) < thisYear
  return [...years.filter((year) => !isPast(year)), ...years.filter(isPast).toReversed()]
}

function HolidayRow({ holiday: { day, name } }: { holiday: Holiday }) {
  const remove = usePageMutation(deleteHoliday)
  const mayEdit = useMay('manager')
  return (
    <li className="flex items-center gap-2 border-b border-line px-4 py-1.5 text-sm">
      <span className="min-w-0 flex-1 break-words">{name}</span>
      <span className="text-muted tabular-nums">
        <Day value={day} />
      </span>
      {mayEdit ? (
        <IconButton
          size="sm"
          label={`Remove ${name}, ${day}`}
          icon={<X aria-hidden="true" />}
          busy={remove.isPending}
          onClick={() => remove.mutate({ params: { day } }, { onError: showErrorToast })}
        />
      ) : null}
    </li>
  )
}

function AddHoliday() {
  const create = usePageMutation(createHoliday)
  const [day, setDay] = useState('')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { body: { day, name } },
      {
        onSuccess: () => {
          setDay('')
          setName('')
        },
        onError: showErrorToast,
      },
    )
  }
  return (
    <form onSubmit={submit} aria-label="New holiday">
      <CardFooter>
        <Field label="Day" hideLabel className="basis-36">
          <DateInput required value={day} onChange={(event) => setDay(event.target.value)} />
        </Field>
        <Field label="Name of the holiday" hideLabel className="flex-1 basis-32">
          <Input
            required
            autoComplete="off"
            maxLength={100}
            placeholder="Name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" busy={create.isPending}>
          Add
        </Button>
      </CardFooter>
    </form>
  )
}
