'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { InstantInput } from '#components/ui/form/instant-input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { useZone } from '#components/ui/time/clock.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { addReading, putMeasures } from '#lib/contracts/routes.ts'
import { describeValue } from '#lib/domain/measures/measures.ts'
import { readTypedNumber } from '#lib/text/typed-number.ts'
import { formatInstant } from '#lib/time/format-time.ts'

type Measure = ChangeRecord['measures'][number]

const most = 5
const directions = [
  { value: 'lower', label: 'Lower is better' },
  { value: 'higher', label: 'Higher is better' },
]
const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const orNull = (text = '') => (text.trim() === '' ? null : text)
const toNumber = (text = '') => readTypedNumber(text) as number | null

/** Form for all measures of a change. A stated one whose name is emptied is removed. */
export function StateMeasures({
  change: { number, measures },
  onClose,
}: {
  change: ChangeRecord
  onClose: () => void
}) {
  const [shown, setShown] = useState(Math.max(1, measures.length))
  const rows = Array.from({ length: most }, (_, row) => `measures/${row}`)
  const { Field, state } = useEndpointForm(putMeasures, {
    values: Object.fromEntries(rows.flatMap((row, index) => listValues(row, measures[index]))),
    input: (values: Record<string, string>) => ({
      params: { number },
      body: {
        measures: rows.flatMap((row, index) => {
          const stated = measures[index]
          const id = stated?.id
          const by = orNull(values[`${row}/stated_by`])
          const name = values[`${row}/name`] ?? ''
          const isEmpty = fields.every((field) => field === 'better' || orNull(values[`${row}/${field}`]) === null)
          if (stated ? orNull(name) === null : isEmpty) return []
          return {
            ...(id !== undefined && { id }),
            name,
            unit: orNull(values[`${row}/unit`]),
            better: values[`${row}/better`] === 'higher' ? 'higher' : 'lower',
            baseline: toNumber(values[`${row}/baseline`]),
            // The service says what is wrong with a target that is missing.
            target: toNumber(values[`${row}/target`]) as number,
            abort_if: toNumber(values[`${row}/abort_if`]),
            // Without a name, the service says who changes it.
            stated_by: by === null || by === stated?.stated_by ? undefined : by,
            query: orNull(values[`${row}/query`]),
          } as const
        }),
      },
    }),
    done: 'Measures stated',
    onDone: onClose,
  })
  const amount = { inputMode: 'decimal', className: 'flex-1 basis-28' } as const
  return (
    <FormDialog
      {...state}
      title="State the measures"
      description="What the change promises in figures. Its review compares them with the last reading after the work."
      size="lg"
      submitLabel="Save"
      onClose={onClose}
    >
      {rows.slice(0, shown).map((row, index) => (
        <fieldset key={row} className="flex flex-col gap-3 border-b border-line pb-4">
          <legend className="mb-2 text-sm font-semibold">Measure {index + 1}</legend>
          <Field name={`${row}/name`} label="Name" hint={measures[index] ? 'Empty: it is removed.' : undefined} />
          <div className="flex flex-wrap gap-3">
            <Field name={`${row}/better`} label="Direction" as={NativeSelect} options={directions} />
            <Field name={`${row}/unit`} label="Unit" className="flex-1 basis-20" />
          </div>
          <div className="flex flex-wrap gap-3">
            <Field name={`${row}/baseline`} label="Baseline" {...amount} />
            <Field name={`${row}/target`} label="Target" {...amount} />
            <Field name={`${row}/abort_if`} label="Abort at" {...amount} />
          </div>
          <Field name={`${row}/stated_by`} label="Who says so" hint="Empty: you, if you state or change it." />
          <Field name={`${row}/query`} label="Prometheus query" hint="Empty: people add the readings." />
        </fieldset>
      ))}
      {shown < most ? (
        <Button className="self-start" onClick={() => setShown(shown + 1)}>
          Add another
        </Button>
      ) : null}
    </FormDialog>
  )
}

const fields = ['name', 'unit', 'better', 'baseline', 'target', 'abort_if', 'stated_by', 'query'] as const

const listValues = (row: string, measure: Measure | undefined) =>
  fields.map((field) => [`${row}/${field}`, toText(measure?.[field] ?? (field === 'better' ? 'lower' : ''))] as const)

type AddReadingProps = { number: string; measure: Measure; onClose: () => void }

/** Form for a new reading of a measure, or for another value of a recorded one. */
export function AddReading({ number, measure, onClose }: AddReadingProps) {
  const { id, name, unit, readings } = measure
  const zone = useZone()
  const { Field, form, state } = useEndpointForm(addReading, {
    values: { corrects: '', value: '', taken_at: null as string | null, source: '' },
    input: ({ corrects, value, taken_at, source }) => ({
      params: { number, id },
      body: {
        ...(readings[+corrects - 1] ?? { source, ...(taken_at && { taken_at }) }),
        value: toNumber(value),
      },
    }),
    done: (_, { corrects }) => (corrects ? 'Reading corrected' : 'Reading added'),
    onDone: onClose,
  })
  const corrected = form.watch('corrects')
  const recorded = readings.map(({ value, taken_at: at, source }, index) => ({
    value: String(index + 1),
    label: `Corrects ${describeValue(measure, value)}, ${formatInstant(new Date(at), zone)}, ${source}`,
  }))
  return (
    <FormDialog {...state} title={`Reading of ${name}`} submitLabel={corrected ? 'Correct' : 'Add'} onClose={onClose}>
      {recorded.length > 0 ? (
        <Field
          name="corrects"
          label="Reading"
          as={NativeSelect}
          options={[{ value: '', label: 'A new one' }, ...recorded.reverse()]}
        />
      ) : null}
      <Field
        name="value"
        label={unit === null ? 'Value' : `Value in ${unit}`}
        hint="Empty: there was no value."
        inputMode="decimal"
      />
      {corrected ? null : (
        <>
          <Field name="taken_at" label="Read at" hint="Empty: now." controlled={InstantInput} />
          <Field name="source" label="Source" hint="A dashboard, a report or a person." required />
        </>
      )}
    </FormDialog>
  )
}
