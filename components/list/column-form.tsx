'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { resetListLayout, saveListLayout } from '#lib/contracts/routes.ts'
import { listTickedColumns, type toChooserColumns } from './column-model.ts'
import type { ShownColumns, ShownFrom } from './list-column.tsx'

const densityOptions = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

export type ColumnFormProps = {
  page: string
  columns: ReturnType<typeof toChooserColumns>
  shown: ShownColumns
  /** URL of the list without columns and density. */
  href: string
  onDone: () => void
}

/** The form of `ColumnChooser`. Hidden columns are listed after the shown ones. */
export function ColumnForm({ page, columns, shown, href, onDone }: ColumnFormProps) {
  const router = useRouter()
  const [density, setDensity] = useState(shown.density)
  const save = useEndpointMutation(saveListLayout)
  const reset = useEndpointMutation(resetListLayout)
  const [order, setOrder] = useState(() => [...new Set([...shown.ids, ...columns.map(({ id }) => id)])])
  const [ticked] = useState(() => listTickedColumns(columns, shown, isTableNarrower))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ticked))
  const ordered = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const move = (at: number, step: 1 | -1) => {
    const id = order[at]
    if (id !== undefined) setOrder(order.toSpliced(at, 1).toSpliced(at + step, 0, id))
  }
  const toggle = (id: string) =>
    setChosen(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]))
  const finish = () => {
    onDone()
    router.push(href, { scroll: false })
    router.refresh()
  }
  const layout = () => {
    const ids = order.filter((id) => chosen.has(id))
    const isDefault = !shown.isChosen && ids.join() === ticked.join()
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
          {ordered.map(({ id, label, isPrimary }, at) => (
            <li key={id} className="flex items-center justify-between gap-2">
              <Checkbox label={label} checked={chosen.has(id)} disabled={isPrimary} onChange={() => toggle(id)} />
              {isPrimary ? null : (
                <span className="flex">
                  <MoveButton label={`Move ${label} up`} isPossible={at > 1} onMove={() => move(at, -1)} isUp />
                  <MoveButton
                    label={`Move ${label} down`}
                    isPossible={at < ordered.length - 1}
                    onMove={() => move(at, 1)}
                  />
                </span>
              )}
            </li>
          ))}
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

/** True if the window is narrower than `width` but shows a table, or is as narrow as a phone. */
const isTableNarrower = (width: ShownFrom) => window.matchMedia(`(60rem <= width < ${width}), (width < 40rem)`).matches

type MoveButtonProps = { label: string; isPossible: boolean; isUp?: boolean; onMove: () => void }

/** Button that moves a column. It stays focusable at the ends of the list, so that the focus is not lost. */
const MoveButton = ({ label, isPossible, isUp = false, onMove }: MoveButtonProps) => (
  <IconButton
    size="sm"
    label={label}
    aria-disabled={!isPossible}
    onClick={({ currentTarget: button }) => {
      if (isPossible) onMove()
      // Restores the focus, which the button loses if React moves its row in the document.
      requestAnimationFrame(() => button.focus())
    }}
    icon={isUp ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
    className="aria-disabled:opacity-40"
  />
)
