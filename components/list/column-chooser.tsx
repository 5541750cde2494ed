'use client'

import { Columns3 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { storeChoice } from '#components/ui/stored-choice.ts'
import { listTickedColumns, type ShownColumns, type ShownFrom, type toChooserColumns } from './list-column.tsx'

export function ColumnChooser(props: Omit<ColumnFormProps, 'onDone'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label="Columns"
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton variant="secondary" label="Columns" icon={<Columns3 />} />}
    >
      <ColumnForm {...props} onDone={() => setOpen(false)} />
    </Popover>
  )
}

type ColumnFormProps = {
  page: string
  columns: ReturnType<typeof toChooserColumns>
  shown: ShownColumns
  /** URL of the list without columns. */
  href: string
  onDone: () => void
}

function ColumnForm({ page, columns, shown, href, onDone }: ColumnFormProps) {
  const router = useRouter()
  const [ticked] = useState(() => listTickedColumns(columns, shown, isTableNarrower))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ticked))
  const toggle = (id: string) =>
    setChosen(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]))
  const store = (ids: readonly string[]) => {
    storeChoice(`columns-${page}`, ids.join())
    onDone()
    router.push(href, { scroll: false })
    router.refresh()
  }
  const apply = () => {
    const ids = columns.flatMap(({ id }) => (chosen.has(id) ? [id] : []))
    const isDefault = !shown.isChosen && ids.join() === ticked.join()
    store(isDefault ? [] : ids)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      className="flex flex-col gap-3"
    >
      <fieldset>
        <legend className="mb-1 text-xs text-muted">Shown columns</legend>
        <ul className="flex flex-col">
          {columns.map(({ id, label, isPrimary }) => (
            <li key={id}>
              <Checkbox label={label} checked={chosen.has(id)} disabled={isPrimary} onChange={() => toggle(id)} />
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="flex justify-between gap-2">
        <Button size="sm" variant="ghost" onClick={() => store([])}>
          Reset
        </Button>
        <Button size="sm" variant="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  )
}

/** True if the window is narrower than `width` but shows a table, or is as narrow as a phone. */
const isTableNarrower = (width: ShownFrom) => window.matchMedia(`(60rem <= width < ${width}), (width < 40rem)`).matches
