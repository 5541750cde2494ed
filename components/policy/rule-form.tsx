'use client'

import { useRouter } from 'next/navigation'
import { FormProvider, useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { RestoredDraft } from '#components/ui/form/restored-draft.tsx'
import { useFormDraft } from '#components/ui/form/use-form-draft.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { createLazyResolver } from '#lib/api/lazy-resolver.ts'
import { buildDraftKey } from '#lib/api/stored-drafts.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { createPolicyRule, updatePolicyRule } from '#lib/contracts/admin-routes.ts'
import type { NewPolicyRule, PolicyRule } from '#lib/contracts/app/policy.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { RuleConditionFields } from './rule-condition-fields.tsx'
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
