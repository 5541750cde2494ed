'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { Holiday } from '#lib/contracts/app/policy-reviewers.ts'
import {
  createHoliday,
  createHolidays,
  deleteHoliday,
  listHolidayCountries,
  listHolidayProposals,
} from '#lib/contracts/routes.ts'
import { describeCount } from '#lib/text/counted.ts'
import { AddForm, PolicyCard, RemoveButton } from './policy-card.tsx'

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
        <DateInput required value={holiday.day} onChange={(day) => setHoliday({ ...holiday, day })} />
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

const toOptions = (places: readonly { code: string; name: string }[] = []) =>
  places.map(({ code, name }) => ({ value: code, label: name }))

/** Adds the public holidays of a country or region for some years, without the deselected ones. */
function PublicHolidaysDialog({ year, onClose }: { year: number; onClose: () => void }) {
  const [{ country, region, years }, setPlace] = useState({ country: '', region: '', years: '2' })
  const [deselectedDays, setDeselectedDays] = useState<ReadonlySet<string>>(new Set())
  const create = usePageMutation(createHolidays)
  const isChosen = country !== ''
  const countries = useQuery(endpointQuery(listHolidayCountries, {}))
  const regions = useQuery({ ...endpointQuery(listHolidayCountries, { query: { country } }), enabled: isChosen })
  const query = { country, from: year, to: year + Number(years) - 1, ...(region === '' ? {} : { region }) }
  const proposals = useQuery({ ...endpointQuery(listHolidayProposals, { query }), enabled: isChosen })
  const holidays = proposals.data?.result ?? []
  const selected = holidays.filter(({ day }) => !deselectedDays.has(day))
  return (
    <FormDialog
      title="Add public holidays"
      description="Weekdays that are public holidays and not in the calendar yet. Existing due dates stay."
      submitLabel={selected.length === 0 ? 'Add' : `Add ${selected.length}`}
      busy={create.isPending}
      error={create.error?.message ?? proposals.error?.message}
      onSubmit={(event) => {
        event.preventDefault()
        const onSuccess = ({ added }: { added: number }) => {
          showToast({ kind: 'success', title: `${describeCount(added, 'holiday')} added` })
          onClose()
        }
        if (selected.length > 0) create.mutate({ body: { holidays: selected } }, { onSuccess })
      }}
      onClose={onClose}
    >
      <Field label="Country">
        <NativeSelect
          value={country}
          placeholder="Choose a country"
          options={toOptions(countries.data?.result)}
          onChange={({ target }) => setPlace({ country: target.value, region: '', years })}
        />
      </Field>
      {regions.data && regions.data.result.length > 0 ? (
        <Field label="Region">
          <NativeSelect
            value={region}
            placeholder="The whole country"
            options={toOptions(regions.data.result)}
            onChange={({ target }) => setPlace({ country, region: target.value, years })}
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
          onChange={({ target }) => setPlace({ country, region, years: target.value })}
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
              onChange={() => setDeselectedDays(deselectedDays.symmetricDifference(new Set([day])))}
            />
          ))}
        </fieldset>
      ) : null}
    </FormDialog>
  )
}
