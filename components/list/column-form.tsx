'use client'

import { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { LayoutPage } from '#lib/contracts/app/list-layouts.ts'
import { resetListLayout, saveListLayout } from '#lib/contracts/routes.ts'
import type { ShownColumns } from './list-column.tsx'

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature })

const densityOptions = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

export type ColumnFormProps = {
  page: LayoutPage
  columns: readonly { readonly id: string; readonly label: string; readonly isPrimary?: boolean }[]
  shown: ShownColumns
  /** The address of the list without columns and density. */
  address: string
  onDone: () => void
}

/** The form of `ColumnChooser`. Hidden columns follow the shown ones. */
export function ColumnForm({ page, columns, shown, address, onDone }: ColumnFormProps) {
  const router = useRouter()
  const [density, setDensity] = useState(shown.density)
  const save = useEndpointMutation(saveListLayout)
  const reset = useEndpointMutation(resetListLayout)
  const [definitions] = useState(() =>
    columns.map(({ id, label, isPrimary = false }) => ({ id, header: label, enableHiding: !isPrimary })),
  )
  const [noRows] = useState<Record<string, never>[]>([])
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    initialState: {
      columnOrder: [...shown.ids, ...columns.map(({ id }) => id).filter((id) => !shown.ids.includes(id))],
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shown.ids.includes(id)])),
    },
  })
  const ordered = table.getAllLeafColumns()
  const order = ordered.map(({ id }) => id)
  const move = (id: string, step: 1 | -1) => {
    const at = order.indexOf(id)
    const next = [...order]
    next.splice(at, 1)
    next.splice(at + step, 0, id)
    table.setColumnOrder(next)
  }
  const finish = () => {
    onDone()
    router.push(address, { scroll: false })
    router.refresh()
  }
  const layout = () => {
    const ids = table.getVisibleLeafColumns().map(({ id }) => id)
    const isDefault = !shown.isChosen && ids.join() === shown.ids.join()
    return { columns: isDefault ? [] : ids, density }
  }
  const error = save.error ?? reset.error
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ params: { page }, body: layout() }, { onSuccess: finish })
      }}
      className="flex flex-col gap-3"
    >
      <fieldset>
        <legend className="mb-1 text-xs text-muted">Columns, in their order</legend>
        <ul className="flex flex-col">
          {ordered.map((column, at) => {
            const label = String(column.columnDef.header)
            const isFixed = !column.getCanHide()
            return (
              <li key={column.id} className="flex items-center justify-between gap-2">
                <Checkbox
                  label={label}
                  checked={column.getIsVisible()}
                  disabled={isFixed}
                  onChange={() => column.toggleVisibility()}
                />
                {isFixed ? null : (
                  <span className="flex">
                    <MoveButton
                      label={`Move ${label} up`}
                      isPossible={at > 1}
                      onMove={() => move(column.id, -1)}
                      isUp
                    />
                    <MoveButton
                      label={`Move ${label} down`}
                      isPossible={at < ordered.length - 1}
                      onMove={() => move(column.id, 1)}
                    />
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      </fieldset>
      <RadioGroup
        legend="Rows"
        inline
        name="density"
        options={densityOptions}
        value={density}
        onValueChange={(value) => setDensity(value as ShownColumns['density'])}
      />
      {error ? <FormError>{error.message}</FormError> : null}
      <div className="flex justify-between gap-2">
        <Button
          size="sm"
          variant="ghost"
          busy={reset.isPending}
          onClick={() => reset.mutate({ params: { page } }, { onSuccess: finish })}
        >
          Reset
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={save.isPending}>
          Apply
        </Button>
      </div>
    </form>
  )
}

type MoveButtonProps = { label: string; isPossible: boolean; isUp?: boolean; onMove: () => void }

/** Stays focusable at the ends of the list, so that the focus is not lost. */
const MoveButton = ({ label, isPossible, isUp = false, onMove }: MoveButtonProps) => (
  <IconButton
    size="sm"
    label={label}
    aria-disabled={!isPossible}
    onClick={({ currentTarget: button }) => {
      if (isPossible) onMove()
      // The row of the button may have moved in the document, which takes the focus away.
      requestAnimationFrame(() => button.focus())
    }}
    icon={isUp ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
    className="aria-disabled:opacity-40"
  />
)
