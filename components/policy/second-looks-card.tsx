'use client'

import { useMay } from '#components/layout/user-context.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { SecondLookRule } from '#lib/contracts/app/second-looks.ts'
import { setSecondLookRule } from '#lib/contracts/routes.ts'
import { PolicyCard } from './policy-card.tsx'

const labels: Readonly<Record<keyof SecondLookRule, string>> = {
  measures: 'Changes with measures',
  high_risk: 'Changes of high or very high risk',
  failed: 'Changes that failed',
}
const cases = Object.keys(labels) as (keyof SecondLookRule)[]
const options = ['30', '60', '90'].map((days) => ({ value: days, label: `After ${days} days` }))

/** After how many days reviewer and requester are asked how the result of a change is. */
export function SecondLooksCard({ rule }: { rule: SecondLookRule }) {
  const mayEdit = useMay('manager')
  const save = usePageMutation(setSecondLookRule)
  const set = (one: keyof SecondLookRule, days: string) =>
    save.mutate(
      { body: { ...rule, [one]: days === '' ? null : Number(days) } as SecondLookRule },
      { onError: showErrorToast },
    )
  return (
    <PolicyCard
      id="policy-second-looks"
      title="Second look"
      description="When the reviewer, and the requester by mail, say whether a result is still good. The earliest day counts, for reviews completed from now on."
      empty={null}
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        {cases.map((one) => (
          <Field key={one} label={labels[one]}>
            <NativeSelect
              options={options}
              placeholder="Never"
              disabled={!mayEdit || save.isPending}
              value={rule[one] ?? ''}
              onChange={({ target }) => set(one, target.value)}
            />
          </Field>
        ))}
      </div>
    </PolicyCard>
  )
}
