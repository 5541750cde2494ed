'use client'

import { Controller, useFormContext } from 'react-hook-form'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FieldGroup } from '#components/ui/form/field-group.tsx'
import { LabelInput } from '#components/ui/form/label-input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { closeCodeLabels, riskLabels, typeLabels } from '#lib/domain/policy/change-words.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { NumberField } from './number-field.tsx'

/** Parses a typed number; empty means no condition. */
const numberOrNull = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed))

const priorities = [
  { value: '1', label: '1 (critical)' },
  ...[2, 3, 4, 5].map((level) => ({ value: String(level), label: `1 to ${level}` })),
]

/** The conditions of a rule; empty fields are not checked. */
export function RuleConditionFields({ services }: { services: readonly string[] }) {
  const { control, register, formState } = useFormContext<NewPolicyRule>()
  const errors = formState.errors.conditions
  return (
    <div className="flex flex-col gap-4">
      <FieldGroup legend="Type" hint="None selected: any type." inline>
        {Object.entries(typeLabels).map(([type, word]) => (
          <Checkbox key={type} label={capitalise(word)} value={type} {...register('conditions.types')} />
        ))}
      </FieldGroup>
      <FieldGroup legend="Rated risk" hint="None selected: any risk or no rating." inline>
        {Object.entries(riskLabels).map(([risk, word]) => (
          <Checkbox key={risk} label={capitalise(word)} value={risk} {...register('conditions.risks')} />
        ))}
      </FieldGroup>
      <FieldGroup legend="Closed as" hint="None selected: any close code." inline>
        {Object.entries(closeCodeLabels).map(([code, word]) => (
          <Checkbox key={code} label={capitalise(word)} value={code} {...register('conditions.close_codes')} />
        ))}
      </FieldGroup>
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="conditions.services"
          render={({ field }) => (
            <LabelInput
              label="Affects one of these services"
              values={field.value}
              suggestions={services}
              onChange={field.onChange}
            />
          )}
        />
        <NumberField
          label="Affected services, at least"
          hint="Number of services. Empty: not checked."
          register={register('conditions.service_count', { setValueAs: numberOrNull })}
          error={errors?.service_count?.message}
        />
        <NumberField
          label="Overrun in minutes"
          hint="Ended more than this many minutes after the planned end. 0: any overrun. Empty: not checked."
          register={register('conditions.overrun_minutes', { setValueAs: numberOrNull })}
          error={errors?.overrun_minutes?.message}
        />
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
      <NumberField
        label="Random sample (percent)"
        hint="Drawn from the changes that no other rule matches; the same changes are drawn each time. Empty: all matching changes."
        register={register('conditions.sample_percent', { setValueAs: numberOrNull })}
        error={errors?.sample_percent?.message}
        isDecimal
      />
    </div>
  )
}
