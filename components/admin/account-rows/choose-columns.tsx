'use client'

import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { AccountColumns, checkAccountRows } from '#lib/contracts/app/account-rows.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { accountLabels } from './row-tables.tsx'

type ChooseColumnsProps = {
  fields: ResponseOf<typeof checkAccountRows>['fields']
  columns: readonly string[]
  isBusy: boolean
  onChoose: (field: keyof AccountColumns, column: string | undefined) => void
}

/** The column of the file that fills each field; open while a required field has none. */
export function ChooseColumns({ fields, columns, isBusy, onChoose }: ChooseColumnsProps) {
  const isOpen = fields.some(({ is_required, columns: chosen }) => is_required && chosen.length === 0)
  return (
    <details open={isOpen} className="max-w-3xl text-sm">
      <summary className="min-h-6 w-fit cursor-pointer rounded-sm font-medium text-accent-text">
        Columns of the file
      </summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {fields.map(({ field, columns: [first, ...others], is_required }) => (
          <Field
            key={field}
            label={accountLabels[field]}
            required={is_required}
            hint={others.length > 0 ? `Joined: ${[first, ...others].join(', ')}` : undefined}
          >
            <NativeSelect
              placeholder="Not chosen"
              disabled={isBusy}
              options={columns.map((name) => ({ value: name, label: name }))}
              value={first ?? ''}
              onChange={({ target }) => onChoose(field, target.value || undefined)}
            />
          </Field>
        ))}
      </div>
    </details>
  )
}
