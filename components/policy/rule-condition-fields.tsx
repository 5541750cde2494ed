'use client'

import { useFormContext } from 'react-hook-form'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { FieldGroup } from '#components/ui/field-group.tsx'
import { Input } from '#components/ui/input.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { closeCodeWords, riskWords, typeWords } from '#lib/domain/policy-words.ts'

/** Parses a typed number; empty means no condition. */
const numberOrNull = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed))

const priorities = [
  { value: '1', label: '1 (critical)' },
  ...[2, 3, 4, 5].map((level) => ({ value: String(level), label: `1 to ${level}` })),
]

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The conditions of a rule; empty fields are not checked. */
export function RuleConditionFields() {
  const { register, formState } = useFormContext<NewPolicyRule>()
  const errors = formState.errors.conditions
  return (
    <div className="flex flex-col gap-4">
      <FieldGroup legend="Type" hint="None selected: any type." inline>
        {Object.entries(typeWords).map(([type, word]) => (
          <Checkbox key={type} label={capital(word)} value={type} {...register('conditions.types')} />
        ))}
      </FieldGroup>
      <FieldGroup legend="Rated risk" hint="None selected: any risk or no rating." inline>
        {Object.entries(riskWords).map(([risk, word]) => (
          <Checkbox key={risk} label={capital(word)} value={risk} {...register('conditions.risks')} />
        ))}
      </FieldGroup>
      <FieldGroup legend="Closed as" hint="None selected: any close code." inline>
        {Object.entries(closeCodeWords).map(([code, word]) => (
          <Checkbox key={code} label={capital(word)} value={code} {...register('conditions.close_codes')} />
        ))}
      </FieldGroup>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Overrun in minutes"
          name="conditions.overrun_minutes"
          hint="Ended more than this many minutes after the planned end. 0: any overrun. Empty: not checked."
          error={errors?.overrun_minutes?.message}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32 tabular-nums"
            {...register('conditions.overrun_minutes', { setValueAs: numberOrNull })}
          />
        </Field>
        <Field
          label="Priority of a linked incident"
          name="conditions.incident_priority"
          hint="An incident of at least this priority names the change."
          error={errors?.incident_priority?.message}
        >
          <NativeSelect
            placeholder="Not checked"
            options={priorities}
            className="max-w-48"
            {...register('conditions.incident_priority', { setValueAs: numberOrNull })}
          />
        </Field>
      </div>
      <Checkbox label="Implemented without authorization" {...register('conditions.is_unauthorized')} />
      <Field
        label="Random sample (percent)"
        name="conditions.sample_percent"
        hint="Drawn from the changes that no other rule matches; the same changes are drawn each time. Empty: all matching changes."
        error={errors?.sample_percent?.message}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="max-w-32 tabular-nums"
          {...register('conditions.sample_percent', { setValueAs: numberOrNull })}
        />
      </Field>
    </div>
  )
}
