'use client'

import { useState } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { createFactor, deleteFactor } from '#lib/contracts/routes.ts'
import { AddForm, PolicyCard, RemoveButton } from './policy-card.tsx'

/** What a review offers as contributing factors. */
export function FactorsCard({ factors }: { factors: readonly { name: string }[] }) {
  const create = usePageMutation(createFactor)
  const [name, setName] = useState('')
  const add = () => create.mutate({ body: { name } }, { onSuccess: () => setName(''), onError: showErrorToast })
  return (
    <PolicyCard
      id="policy-factors"
      title="Contributing factors"
      description="Offered where a change did not simply succeed. A review keeps the words of its answer."
      empty={factors.length === 0 ? 'No factors. Reviews have nothing to tick.' : null}
      form={
        <AddForm label="New factor" submitLabel="Add" busy={create.isPending} onAdd={add}>
          <Field label="Name of the factor" hideLabel className="flex-1 basis-32">
            <Input
              required
              autoComplete="off"
              maxLength={100}
              placeholder="Name"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
        </AddForm>
      }
    >
      <ul className="max-h-80 overflow-y-auto">
        {factors.map((factor) => (
          <li key={factor.name} className="flex items-center gap-2 border-b border-line px-4 py-1.5 text-sm">
            <span className="min-w-0 flex-1 break-words">{factor.name}</span>
            <RemoveButton
              label={`Remove ${factor.name}`}
              question={[
                `Remove the factor “${factor.name}”?`,
                'Reviews no longer offer it. Those that named it keep it.',
              ]}
              route={deleteFactor}
              input={{ params: factor }}
            />
          </li>
        ))}
      </ul>
    </PolicyCard>
  )
}
