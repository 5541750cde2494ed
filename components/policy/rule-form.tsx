'use client'

import { useRouter } from 'next/navigation'
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FieldGroup } from '#components/ui/form/field-group.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { LabelInput } from '#components/ui/form/label-input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { RestoredDraft } from '#components/ui/form/restored-draft.tsx'
import { useFormDraft } from '#components/ui/form/use-form-draft.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { createLazyResolver } from '#lib/api/lazy-resolver.ts'
import { buildDraftKey } from '#lib/api/stored-drafts.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { NewPolicyRule, PolicyRule } from '#lib/contracts/app/policy.ts'
import { createPolicyRule, updatePolicyRule } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { closeCodeLabels, riskLabels, typeLabels } from '#lib/domain/policy/change-words.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { NumberField } from './number-field.tsx'
import { type Assignees, RuleConsequences } from './rule-consequences.tsx'
import { RulePreview } from './rule-preview.tsx'

const resolver = createLazyResolver(async () => (await import('#lib/contracts/app/policy.ts')).NewPolicyRule)

const newRule: NewPolicyRule = {
  name: '',
  is_active: true,
  conditions: { ...noConditions, types: [], risks: [], close_codes: [], services: [] },
  form: 'full',
  due_business_days: 10,
  needs_sign_off: false,
  assignment: { kind: 'service' },
}

function readValues({ name, is_active, conditions, form, due_business_days, needs_sign_off, assignment }: PolicyRule) {
  return { name, is_active, conditions, form, due_business_days, needs_sign_off, assignment } satisfies NewPolicyRule
}

type RuleFormProps = {
  rule: PolicyRule | null
  /** Id of the account under which drafts are stored in this browser. */
  owner: string
  assignees: Assignees
  /** Names of services, as suggestions. */
  services: readonly string[]
}

/** Edits or adds a rule, with a preview of the changes that it matches. Unsaved edits become a draft. */
export function RuleForm({ rule, owner, assignees, services }: RuleFormProps) {
  const router = useRouter()
  const create = useEndpointMutation(createPolicyRule)
  const update = useEndpointMutation(updatePolicyRule)
  const values = rule ? readValues(rule) : newRule
  const form = useForm<NewPolicyRule, unknown, NewPolicyRule>({ resolver, defaultValues: values })
  const { etag, forget, restored } = useFormDraft({
    form,
    storageKey: buildDraftKey('rule', owner, rule?.id ?? 'new'),
    values,
    savedEtag: rule && `"v${rule.version}"`,
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      if (rule) await update.mutateAsync({ params: { id: rule.id }, body, ...(etag ? { ifMatch: etag } : {}) })
      else await create.mutateAsync({ body })
      forget()
      showToast({ kind: 'success', title: `Rule “${body.name}” saved` })
      router.push(pagePaths.policy)
      router.refresh()
    } catch (error) {
      showServerErrors(error, ['name', 'due_business_days'], form.setError)
    }
  })
  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card>
          <form onSubmit={submit} noValidate aria-label="Rule">
            <CardBody className="flex flex-col gap-4">
              <RestoredDraft {...restored} title="Your unsaved edits were restored" discardLabel="Discard edits" />
              <FormError>{errors.root?.message}</FormError>
              <Field
                label="Name"
                name="name"
                required
                hint="Shown with the review, as the reason for it."
                error={errors.name?.message}
              >
                <Input autoComplete="off" {...form.register('name')} />
              </Field>
              <Checkbox
                label="Active"
                hint="When off, the rule matches no changes. Past decisions are kept."
                {...form.register('is_active')}
              />
            </CardBody>
            <CardHeader title="A change matches when all of these apply" level={2} />
            <CardBody>
              <RuleConditionFields services={services} />
            </CardBody>
            <CardHeader title="How it is reviewed" level={2} />
            <CardBody>
              <RuleConsequences assignees={assignees} />
            </CardBody>
            <CardFooter>
              <ButtonLink href={pagePaths.policy} onClick={forget}>
                Cancel
              </ButtonLink>
              <Button type="submit" variant="primary" busy={isSubmitting}>
                Save rule
              </Button>
            </CardFooter>
          </form>
        </Card>
        <RulePreview id={rule?.id ?? null} />
      </div>
    </FormProvider>
  )
}

/** Parses a typed number; empty means no condition. */
const numberOrNull = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed))

const priorities = [
  { value: '1', label: '1 (critical)' },
  ...[2, 3, 4, 5].map((level) => ({ value: String(level), label: `1 to ${level}` })),
]

/** The conditions of a rule; empty fields are not checked. */
function RuleConditionFields({ services }: { services: readonly string[] }) {
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
