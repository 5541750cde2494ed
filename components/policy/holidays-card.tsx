'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { Holiday } from '#lib/contracts/app/policy-calendar.ts'
import {
  createHoliday,
  createHolidays,
  deleteHoliday,
  listHolidayCountries,
  listHolidayProposals,
} from '#lib/contracts/routes.ts'

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

const toOptions = (places: readonly { code: string; name: string }[] | undefined) =>
  (places ?? []).map(({ code, name }) => ({ value: code, label: name }))

/** Adds the public holidays of a country or region for some years, without the deselected ones. */
function PublicHolidaysDialog({ year, onClose }: { year: number; onClose: () => void }) {
  const [country, setCountry] = useState('')
  const [region, setRegion] = useState('')
  const [years, setYears] = useState('2')
  const [deselectedDays, setDeselectedDays] = useState<ReadonlySet<string>>(new Set())
  const create = usePageMutation(createHolidays)
  const countries = useQuery(endpointQuery(listHolidayCountries, {}))
  const isChosen = country !== ''
  const regions = useQuery({ ...endpointQuery(listHolidayCountries, { query: { country } }), enabled: isChosen })
  const query = { country, from: year, to: year + Number(years) - 1, ...(region === '' ? {} : { region }) }
  const proposals = useQuery({ ...endpointQuery(listHolidayProposals, { query }), enabled: isChosen })
  const holidays = proposals.data?.result ?? []
  const selectedHolidays = holidays.filter(({ day }) => !deselectedDays.has(day))
  const toggle = (day: string) => setDeselectedDays(deselectedDays.symmetricDifference(new Set([day])))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (selectedHolidays.length === 0) return
    create.mutate(
      { body: { holidays: selectedHolidays } },
      {
        onSuccess: ({ added }) => {
          showToast({ kind: 'success', title: `${added} ${added === 1 ? 'holiday' : 'holidays'} added` })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title="Add public holidays"
      description="Weekdays that are public holidays and not in the calendar yet. Existing due dates stay."
      submitLabel={selectedHolidays.length === 0 ? 'Add' : `Add ${selectedHolidays.length}`}
      busy={create.isPending}
      error={create.error?.message ?? proposals.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Country">
        <NativeSelect
          value={country}
          placeholder="Choose a country"
          options={toOptions(countries.data?.result)}
          onChange={({ target }) => {
            setCountry(target.value)
            setRegion('')
          }}
        />
      </Field>
      {regions.data && regions.data.result.length > 0 ? (
        <Field label="Region">
          <NativeSelect
            value={region}
            placeholder="The whole country"
            options={toOptions(regions.data.result)}
            onChange={({ target }) => setRegion(target.value)}
          />
        </Field>
      ) : null}
      <Field label="Years">
        <NativeSelect
          value={years}
          options={[1, 2, 3, 5].map((count) => ({
            value: String(count),
            label: count === 1 ? String(year) : `${year} to ${year + count - 1}`,
          }))}
          onChange={({ target }) => setYears(target.value)}
        />
      </Field>
      {isChosen && proposals.isPending ? <Spinner /> : null}
      {isChosen && proposals.data && holidays.length === 0 ? (
        <p className="text-sm text-muted">All of them are in the calendar already.</p>
      ) : null}
      {isChosen && holidays.length > 0 ? (
        <fieldset className="flex flex-col">
          <legend className="mb-1 text-sm font-medium">Holidays</legend>
          {holidays.map(({ day, name }) => (
            <Checkbox
              key={day}
              label={
                <>
                  {name}, <Day value={day} />
                </>
              }
              checked={!deselectedDays.has(day)}
              onChange={() => toggle(day)}
            />
          ))}
        </fieldset>
      ) : null}
    </FormDialog>
  )
}
