'use client'

import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { ValuesInUse } from '#lib/api/use-values-in-use.ts'
import type { FilterField } from '#lib/contracts/filter-fields.ts'
import { buildCondition, listConditionChoices } from '#lib/filter/build-condition.ts'
import { getFieldLabel } from '#lib/filter/comparison-labels.ts'
import { ValueChecklist } from './value-checklist.tsx'

type ConditionFormProps = {
  name: string
  field: FilterField
  people: ValuesInUse['people']
  onBack: () => void
  onAdd: (condition: string) => void
}

/** Operator and value of a condition, each chosen from a list where there is one. */
export function ConditionForm({ name, field, people, onBack, onAdd }: ConditionFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const choices = listConditionChoices(field)
  const [operator, setOperator] = useState(choices[0]?.operator ?? '=')
  const [values, setValues] = useState<readonly string[]>(field.type === 'boolean' ? ['true'] : [])
  const [error, setError] = useState<string>()
  const isMultiple = choices.some((choice) => choice.operator === operator && choice.isMultiple)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const condition = buildCondition(
      name,
      operator,
      values.map((value) => value.trim()),
    )
    const isValid = field.type !== 'number' || /^-?\d{1,9}(\.\d{1,6})?$/.test(values[0]?.trim() ?? '')
    if (condition === null) setError('Choose or enter a value.')
    else if (isValid) onAdd(condition)
    else setError('Enter a number, such as 3 or -2.')
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
        <IconButton size="sm" label="Choose another field" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack} />
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

function valueLabel(value: string, people: ValuesInUse['people']): string {
  const person = people.find(({ email }) => email === value)
  return person ? person.name : value.replaceAll('_', ' ')
}

type ValueInputProps = { field: FilterField; value: string; onChange: (value: string) => void }

function ValueInput({ field: { type }, value, onChange }: ValueInputProps) {
  const control = { value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) }
  if (type === 'boolean') {
    return (
      <NativeSelect
        {...control}
        options={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
      />
    )
  }
  if (type === 'date' || type === 'timestamp') return <DateInput {...control} />
  return <Input {...control} inputMode={type === 'number' ? 'decimal' : 'text'} maxLength={200} autoComplete="off" />
}
