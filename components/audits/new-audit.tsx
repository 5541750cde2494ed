'use client'

import { useRouter } from 'next/navigation'
import { Card, CardBody } from '#components/ui/card.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import type { AuditMethod } from '#lib/contracts/app/audits.ts'
import { createAudit } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { methodLabels } from './audit-labels.ts'

const methods = Object.entries(methodLabels).map(([value, { label, hint }]) => ({ value, label, hint }))

type NewAuditProps = {
  /** Initial first and last day. */
  period: { readonly from: string; readonly to: string }
  /** Time zone of the organisation, in which a day begins and ends. */
  zone: string
}

/** Form that creates an audit and opens it. */
export function NewAudit({ period, zone }: NewAuditProps) {
  const router = useRouter()
  const { form, Field, choice, state } = useEndpointForm(createAudit, {
    values: { name: '', ...period, query: '', method: 'random' as AuditMethod, size: 25, seed: '' },
    input: ({ name, from, to, query, method, size, seed }) => ({
      body: {
        name,
        from,
        to,
        method,
        ...(query.trim() === '' ? {} : { query }),
        ...(method === 'all' ? {} : { size }),
        ...(seed.trim() === '' ? {} : { seed }),
      },
    }),
    onDone: ({ id }) => router.push(pagePaths.audit(id)),
  })
  const isAll = form.watch('method') === 'all'
  return (
    <Card className="max-w-2xl">
      <CardBody>
        <EntryForm
          {...state}
          label="New audit"
          submitLabel="Freeze the population"
          onCancel={() => router.push(pagePaths.audits)}
        >
          <Field name="name" label="Name" hint="Such as “Change management, first half of 2026”." required />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field name="from" label="Work ended from" controlled={DateInput} zone={zone} required />
            <Field name="to" label="Work ended until" controlled={DateInput} zone={zone} required />
          </div>
          <Field
            name="query"
            label="Filter"
            hint="In the language of the changes, such as risk IN (high, very_high). Empty: all closed changes of the period."
            spellCheck={false}
          />
          <RadioGroup {...choice('method')} legend="Method" required options={methods} />
          {isAll ? null : (
            <Field name="size" label="How many" type="number" min={1} max={1000} className="max-w-40" required />
          )}
          <Field
            name="seed"
            label="Seed"
            hint="Your own, such as a number that others drew in public. Empty: a random one, which the audit shows."
            maxLength={100}
          />
        </EntryForm>
      </CardBody>
    </Card>
  )
}
