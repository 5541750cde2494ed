'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field, FieldGroup } from '#components/ui/form/field.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { LabelInput } from '#components/ui/form/label-input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { RestoredDraft, useFormDraft } from '#components/ui/form/use-form-draft.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import { buildDraftKey } from '#lib/api/stored-drafts.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { NewPolicyRule, PolicyRule } from '#lib/contracts/app/policy.ts'
import { createPolicyRule, updatePolicyRule } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { closeCodeLabels, riskLabels, typeLabels } from '#lib/domain/policy/change-words.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { RulePreview, useRulePreview } from './rule-preview.tsx'
import { TouchedReviews } from './touched-reviews.tsx'

const newRule: NewPolicyRule = {
  name: '',
  is_active: true,
  conditions: { ...noConditions, types: [], risks: [], close_codes: [], services: [], models: [] },
  form: 'full',
  due_business_days: 10,
  needs_sign_off: false,
  assignment: { kind: 'service' },
}

function readValues({ name, is_active, conditions, form, due_business_days, needs_sign_off, assignment }: PolicyRule) {
  return { name, is_active, conditions, form, due_business_days, needs_sign_off, assignment } satisfies NewPolicyRule
}

/** Names that the conditions suggest. */
type Suggested = { services: readonly string[]; models: readonly string[] }

type RuleFormProps = Suggested & {
  rule: PolicyRule | null
  /** Id of the account under which drafts are stored in this browser. */
  owner: string
  assignees: Assignees
}

/** Edits or adds a rule, with a preview of the changes that it matches. Unsaved edits become a draft. */
export function RuleForm({ rule, owner, assignees, services, models }: RuleFormProps) {
  const router = useRouter()
  const create = useEndpointMutation(createPolicyRule)
  const update = useEndpointMutation(updatePolicyRule)
  const values = rule ? readValues(rule) : newRule
  const { form, state } = useServerForm<NewPolicyRule>({
    schema: async () => (await import('#lib/contracts/app/policy.ts')).NewPolicyRule,
    values,
    send: async (body) => {
      if (rule) await update.mutateAsync({ params: { id: rule.id }, body, ...(etag ? { ifMatch: etag } : {}) })
      else await create.mutateAsync({ body })
      forget()
      showToast({ kind: 'success', title: `Rule “${body.name}” saved` })
      router.push(pagePaths.policy)
      router.refresh()
    },
  })
  const { etag, forget, restored } = useFormDraft<NewPolicyRule>({
    form,
    storageKey: buildDraftKey('rule', owner, rule?.id ?? 'new'),
    values,
    savedEtag: rule && `"v${rule.version}"`,
  })
  const preview = useRulePreview(rule?.id ?? null, form.control)
  const touched = preview.data?.open_reviews
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card>
        <form onSubmit={state.onSubmit} noValidate aria-label="Rule">
          <CardBody className="flex flex-col gap-4">
            <RestoredDraft {...restored} title="Your unsaved edits were restored" discardLabel="Discard edits" />
            <FormError>{state.error}</FormError>
            <FormField
              form={form}
              name="name"
              label="Name"
              required
              hint="Shown with the review, as the reason for it."
            />
            <Checkbox
              label="Active"
              hint="When off, the rule matches no further change."
              {...form.register('is_active')}
            />
          </CardBody>
          <CardHeader title="A change matches when all of these apply" level={2} />
          <CardBody className="flex flex-col gap-4">
            <Conditions form={form} services={services} models={models} />
          </CardBody>
          <CardHeader title="How it is reviewed" level={2} />
          <CardBody className="flex flex-col gap-4">
            <Consequences form={form} assignees={assignees} />
            <p role="status" className="text-sm text-pretty">
              {touched ? <TouchedReviews {...touched} /> : null}
            </p>
          </CardBody>
          <CardFooter>
            <ButtonLink href={pagePaths.policy} onClick={forget}>
              Cancel
            </ButtonLink>
            <Button type="submit" variant="primary" busy={state.busy}>
              Save rule
            </Button>
          </CardFooter>
        </form>
      </Card>
      <RulePreview {...preview} />
    </div>
  )
}

type RuleFieldsProps = { form: UseFormReturn<NewPolicyRule, unknown, NewPolicyRule> }

const choices = [
  { name: 'conditions.types', legend: 'Type', hint: 'None selected: any type.', labels: typeLabels },
  { name: 'conditions.risks', legend: 'Rated risk', hint: 'None selected: any risk or no rating.', labels: riskLabels },
  {
    name: 'conditions.close_codes',
    legend: 'Closed as',
    hint: 'None selected: any close code.',
    labels: closeCodeLabels,
  },
] as const

/** Parses a typed number; empty means no condition. */
const numberOrNull = { setValueAs: (typed: unknown) => (typed === '' || typed === null ? null : Number(typed)) }
const NumberInput = (props: ComponentProps<typeof Input>) => (
  <Input inputMode="numeric" autoComplete="off" className="max-w-32 tabular-nums" {...props} />
)

const priorities = [
  { value: '1', label: '1 (critical)' },
  ...[2, 3, 4, 5].map((level) => ({ value: String(level), label: `1 to ${level}` })),
]

const PrioritySelect = (props: Omit<ComponentProps<typeof NativeSelect>, 'options'>) => (
  <NativeSelect placeholder="Not checked" options={priorities} className="max-w-48" {...props} />
)

/** The conditions of a rule; empty fields are not checked. */
function Conditions({ form, services, models }: RuleFieldsProps & Suggested) {
  const affected = useWatch({ control: form.control, name: 'conditions.services' })
  const made = useWatch({ control: form.control, name: 'conditions.models' })
  return (
    <>
      {choices.map(({ name, legend, hint, labels }) => (
        <FieldGroup key={name} legend={legend} hint={hint} inline>
          {Object.entries(labels).map(([value, word]) => (
            <Checkbox key={value} label={capitalise(word)} value={value} {...form.register(name)} />
          ))}
        </FieldGroup>
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <LabelInput
          label="Affects one of these services"
          values={affected}
          suggestions={services}
          onChange={(next) => form.setValue('conditions.services', next, { shouldDirty: true })}
        />
        <FormField
          as={NumberInput}
          form={form}
          name="conditions.service_count"
          rules={numberOrNull}
          label="Affected services, at least"
          hint="Number of services. Empty: not checked."
        />
        <LabelInput
          label="Made from one of these models"
          // A draft of an earlier release has none.
          values={made ?? []}
          maxLength={200}
          suggestions={models}
          onChange={(next) => form.setValue('conditions.models', next, { shouldDirty: true })}
        />
        <FormField
          as={NumberInput}
          form={form}
          name="conditions.overrun_minutes"
          rules={numberOrNull}
          label="Overrun in minutes"
          hint="Ended more than this many minutes after the planned end. 0: any overrun. Empty: not checked."
        />
        <FormField
          form={form}
          name="conditions.incident_priority"
          label="Priority of a linked incident"
          hint="An incident of at least this priority names the change."
          as={PrioritySelect}
          rules={numberOrNull}
        />
      </div>
      <Checkbox label="Implemented without authorization" {...form.register('conditions.is_unauthorized')} />
      <FormField
        as={NumberInput}
        form={form}
        name="conditions.sample_percent"
        rules={numberOrNull}
        inputMode="decimal"
        label="Random sample (percent)"
        hint="Drawn from the changes that no other rule matches; the same changes are drawn each time. Empty: all matching changes."
      />
    </>
  )
}

/** People and groups that a rule can assign. */
type Assignees = {
  readonly firstPerson: string | undefined
  /** The reviewer groups as options. */
  readonly groups: readonly { readonly value: string; readonly label: string }[]
}

const forms = [
  { value: 'full', label: 'Full', hint: 'All steps, from plan to lessons.' },
  {
    value: 'short',
    label: 'Short',
    hint: 'One screen, which can be completed in bulk. Emergencies, and changes of high or unrated risk, late, without authorization or not closed as successful get the full form all the same.',
  },
]

/** Fields for the review of changes that match the rule: form, due date, sign-off, assignee. */
function Consequences({ form, assignees }: RuleFieldsProps & { assignees: Assignees }) {
  return (
    <>
      <RadioGroup legend="Form" required register={form.register('form')} options={forms} />
      <FormField
        form={form}
        name="due_business_days"
        as={NumberInput}
        label="Due in business days"
        required
        hint="Counted from the end of the change; holidays do not count."
        rules={{ setValueAs: Number }}
      />
      <Checkbox
        label="Needs sign-off"
        hint="By someone who is neither the reviewer nor the implementer."
        {...form.register('needs_sign_off')}
      />
      <AssignmentChoice form={form} {...assignees} />
    </>
  )
}

type Assignment = NewPolicyRule['assignment']

function AssignmentChoice({ form, firstPerson, groups }: RuleFieldsProps & Assignees) {
  const { setValue, control, formState } = form
  const assignment = useWatch({ control, name: 'assignment' })
  const choose = (next: Assignment) =>
    setValue('assignment', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const initial: Readonly<Record<string, Assignment>> = {
    nobody: { kind: 'nobody' },
    service: { kind: 'service' },
    person: { kind: 'person', email: firstPerson ?? '' },
    group: { kind: 'group', group_id: groups[0]?.value ?? '' },
  }
  const { kind } = assignment
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        legend="Assigned to"
        hint="If several rules match, the first that finds a reviewer is used. Nobody reviews a change they implemented."
        name="assignment"
        value={kind}
        onValueChange={(value) => choose(initial[value] ?? assignment)}
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
            onChange={({ target }) => choose({ kind, group_id: target.value })}
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
