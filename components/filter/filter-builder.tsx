'use client'

import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { ArrowLeft, Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field, FieldError } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useZone } from '#components/ui/time/clock.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { ValuesInUse } from '#lib/api/use-values-in-use.ts'
import type { FilterField, FilterFields } from '#lib/contracts/filter-fields.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import { buildCondition, listConditionChoices } from '#lib/filter/build-condition.ts'
import { getFieldHint, getFieldLabel } from '#lib/filter/comparison-labels.ts'
import { getStartOfDayIn, isCalendarDate } from '#lib/time/wall-clock.ts'
import { type OfferedValues, offerValues } from './offered-values.ts'

const staleTimeMs = 5 * 60_000

type FilterBuilderProps = {
  fields: FilterFields
  offer: OfferedValues
  onAdd: (condition: string) => void
}

export function FilterBuilder({ fields, offer, onAdd }: FilterBuilderProps) {
  const { data: values } = useQuery({ ...endpointQuery(listFilterValues, {}), staleTime: staleTimeMs })
  const [name, setName] = useState<string | null>(null)
  const offered = offerValues(fields, offer, values)
  const field = name === null ? undefined : offered[name]
  if (name === null || !field) return <FieldList fields={fields} onChoose={setName} />
  return (
    <ConditionForm
      name={name}
      field={field.values?.length === 0 ? { type: field.type, description: field.description } : field}
      people={values?.people ?? []}
      onBack={() => setName(null)}
      onAdd={onAdd}
    />
  )
}

function FieldList({ fields, onChoose }: { fields: FilterFields; onChoose: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  // Takes the focus from the panel, which had it until this component was loaded.
  useEffect(() => input.current?.focus(), [])
  return (
    <Command label="Field" loop className="-m-2">
      <div className="flex items-center gap-2 border-b border-line px-2 pb-1">
        <Search className="size-4 shrink-0 text-muted" />
        <Command.Input
          ref={input}
          placeholder="Filter by…"
          className="h-8 min-w-0 flex-1 bg-transparent text-base outline-none pointer-coarse:text-[1rem]"
        />
      </div>
      <Command.List className="max-h-72 overflow-y-auto overscroll-contain pt-1">
        <Command.Empty className="px-2 py-1.5 text-sm text-muted">No such field</Command.Empty>
        {Object.entries(fields).map(([name, { description }]) => (
          <Command.Item
            key={name}
            value={name}
            keywords={[getFieldLabel(name), description]}
            onSelect={() => onChoose(name)}
            className="flex min-h-8 cursor-pointer items-baseline gap-3 rounded-md px-2 py-1 text-sm data-[selected=true]:bg-accent-soft"
          >
            <span className="shrink-0">{getFieldLabel(name)}</span>
            <span className="min-w-0 truncate text-xs text-muted">{getFieldHint(name, description)}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}

type ConditionFormProps = {
  name: string
  field: FilterField
  people: ValuesInUse['people']
  onBack: () => void
  onAdd: (condition: string) => void
}

function ConditionForm({ name, field, people, onBack, onAdd }: ConditionFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const choices = listConditionChoices(field)
  const [operator, setOperator] = useState(choices[0]?.operator ?? '=')
  const [values, setValues] = useState<readonly string[]>(field.type === 'boolean' ? ['true'] : [])
  const [error, setError] = useState<string>()
  const zone = useZone()
  const isMultiple = choices.some((choice) => choice.operator === operator && choice.isMultiple)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = values.map((value) => value.trim())
    const [first = ''] = trimmed
    if (first === '') return setError('Choose or enter a value.')
    if (field.type === 'number' && !/^-?\d{1,9}(\.\d{1,6})?$/.test(first))
      return setError('Enter a number, such as 3 or -2.')
    const isTime = field.type === 'timestamp'
    if ((isTime || field.type === 'date') && !isCalendarDate(first)) return setError('Enter a day, such as 2 Nov 2026.')
    const condition = buildCondition(name, operator, isTime ? [getStartOfDayIn(first, zone)] : trimmed)
    if (condition !== null) onAdd(condition)
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={`Filter by ${getFieldLabel(name)}`}
      className="flex flex-col gap-2"
    >
      <div className="-mt-1 -ml-1 flex items-center gap-1">
        <IconButton size="sm" label="Choose another field" icon={<ArrowLeft />} onClick={onBack} />
        <span className="font-medium">{getFieldLabel(name)}</span>
      </div>
      {choices.length > 1 ? (
        <Field label="Condition" hideLabel>
          <NativeSelect
            value={operator}
            onChange={({ target }) => {
              const newChoice = choices.find((choice) => choice.operator === target.value)
              if (!newChoice) return
              setOperator(newChoice.operator)
              if (newChoice.isMultiple !== isMultiple) setValues([])
            }}
            options={choices.map(({ operator: value, words }) => ({ value, label: words }))}
          />
        </Field>
      ) : null}
      {isMultiple ? (
        <ValueChecklist
          label={getFieldLabel(name)}
          options={(field.values ?? []).map((value) => ({ value, label: valueLabel(value, people) }))}
          chosen={values}
          onChange={setValues}
          error={error}
        />
      ) : (
        <Field label="Value" hideLabel error={error}>
          <ValueInput field={field} value={values[0] ?? ''} onChange={(value) => setValues([value])} />
        </Field>
      )}
      <Button type="submit" variant="primary" size="sm" className="self-start">
        Add filter
      </Button>
    </form>
  )
}

const valueLabel = (value: string, people: ValuesInUse['people']): string =>
  people.find(({ email }) => email === value)?.name ?? value.replaceAll('_', ' ')

type ValueInputProps = { field: FilterField; value: string; onChange: (value: string) => void }

const yesAndNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

function ValueInput({ field: { type }, value, onChange }: ValueInputProps) {
  const zone = useZone()
  const control = { value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) }
  if (type === 'boolean') return <NativeSelect {...control} options={yesAndNo} />
  if (type === 'date' || type === 'timestamp')
    return <DateInput value={value} onChange={onChange} zone={type === 'date' ? undefined : zone} />
  return <Input {...control} inputMode={type === 'number' ? 'decimal' : 'text'} maxLength={200} autoComplete="off" />
}

const maxUnsearched = 8

type ValueChecklistProps = {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  error: string | undefined
}

/** Checkboxes for several values; a long list has a search box. */
function ValueChecklist({ label, options, chosen, onChange, error }: ValueChecklistProps) {
  const [text, setText] = useState('')
  const searchText = text.trim().toLowerCase()
  const shownOptions = options.filter((option) => `${option.label} ${option.value}`.toLowerCase().includes(searchText))
  const choose = (value: string, isChosen: boolean) => {
    const others = chosen.filter((other) => other !== value)
    const after = isChosen ? [...others, value] : others
    onChange(options.map((option) => option.value).filter((known) => after.includes(known)))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.length > maxUnsearched ? (
        <Input
          aria-label="Search the values"
          placeholder="Search…"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : null}
      <div className="max-h-52 overflow-y-auto overscroll-contain">
        {shownOptions.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            className="w-full! py-0.5"
            checked={chosen.includes(option.value)}
            onChange={({ target }) => choose(option.value, target.checked)}
          />
        ))}
        {shownOptions.length === 0 ? <p className="text-sm text-muted">No such value</p> : null}
      </div>
      <div role="alert">
        <FieldError>{error}</FieldError>
      </div>
    </fieldset>
  )
}
