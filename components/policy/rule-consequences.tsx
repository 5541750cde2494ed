'use client'

import { useFormContext, useWatch } from 'react-hook-form'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { NumberField } from './number-field.tsx'

/** People and groups that a rule can assign. */
export type Assignees = {
  readonly firstPerson: string | undefined
  /** The reviewer groups as options. */
  readonly groups: readonly { readonly value: string; readonly label: string }[]
}

/** Fields for the review of changes that match the rule: form, due date, sign-off, assignee. */
export function RuleConsequences({ assignees }: { assignees: Assignees }) {
  const { register, formState } = useFormContext<NewPolicyRule>()
  const { errors } = formState
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        legend="Form"
        required
        register={register('form')}
        options={[
          { value: 'full', label: 'Full', hint: 'All steps, from plan to lessons.' },
          {
            value: 'short',
            label: 'Short',
            hint: 'One screen, which can be completed in bulk. Emergencies, and changes of high or unrated risk, late, without authorization or not closed as successful get the full form all the same.',
          },
        ]}
      />
      <NumberField
        label="Due in business days"
        required
        hint="Counted from the end of the change; holidays do not count."
        register={register('due_business_days', { setValueAs: Number })}
        error={errors.due_business_days?.message}
      />
      <Checkbox
        label="Needs sign-off"
        hint="By someone who is neither the reviewer nor the implementer."
        {...register('needs_sign_off')}
      />
      <AssignmentChoice {...assignees} />
    </div>
  )
}

type Assignment = NewPolicyRule['assignment']

function AssignmentChoice({ firstPerson, groups }: Assignees) {
  const { setValue, control, formState } = useFormContext<NewPolicyRule>()
  const assignment = useWatch({ control, name: 'assignment' })
  const choose = (next: Assignment) =>
    setValue('assignment', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const firstGroup = groups[0]?.value
  const byKind: Readonly<Record<Assignment['kind'], Assignment | undefined>> = {
    nobody: { kind: 'nobody' },
    service: { kind: 'service' },
    person: firstPerson === undefined ? undefined : { kind: 'person', email: firstPerson },
    group: firstGroup === undefined ? undefined : { kind: 'group', group_id: firstGroup },
  }
  const { kind } = assignment
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        legend="Assigned to"
        hint="If several rules match, the first that finds a reviewer is used. Nobody reviews a change they implemented."
        name="assignment"
        value={kind}
        onValueChange={(value) => {
          const next = Object.entries(byKind).find(([known]) => known === value)?.[1]
          if (next) choose(next)
        }}
        options={[
          { value: 'service', label: 'The reviewer of the service' },
          { value: 'group', label: 'The members of a group, in turn', disabled: groups.length === 0 },
          { value: 'person', label: 'A person', disabled: firstPerson === undefined },
          { value: 'nobody', label: 'Unassigned', hint: 'A manager assigns it.' },
        ]}
      />
      {kind === 'group' ? (
        <Field label="Group">
          <NativeSelect
            value={assignment.group_id}
            onChange={(event) => choose({ kind, group_id: event.target.value })}
            options={addUnknown(groups, assignment.group_id)}
            className="max-w-72"
          />
        </Field>
      ) : null}
      {kind === 'person' ? (
        <Field label="Person" error={formState.errors.assignment ? 'Choose a person from the list.' : undefined}>
          <ReviewerInput value={assignment.email} onChange={(email) => choose({ kind, email })} className="max-w-72" />
        </Field>
      ) : null}
    </div>
  )
}

/** Adds the saved group to the options if it no longer exists. */
const addUnknown = (options: Assignees['groups'], saved: string) =>
  options.some(({ value }) => value === saved) ? options : [{ value: saved, label: 'A deleted group' }, ...options]
