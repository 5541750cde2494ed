'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { createHolidays, listHolidayCountries, listHolidayProposals } from '#lib/contracts/routes.ts'
import { describeCount } from '#lib/text/counted.ts'

const toOptions = (places: readonly { code: string; name: string }[] = []) =>
  places.map(({ code, name }) => ({ value: code, label: name }))

/** Adds the public holidays of a country or region for some years, without the deselected ones. */
export function PublicHolidaysDialog({ year, onClose }: { year: number; onClose: () => void }) {
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
