'use client'

import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import type { ColumnFormProps } from './column-form.tsx'
import { ColumnForm } from './column-form.tsx'

/** Chooses the columns of a list, for this browser. */
export function ColumnChooser(props: Omit<ColumnFormProps, 'onDone'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label="Columns"
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton variant="secondary" label="Columns" icon={<Columns3 aria-hidden="true" />} />}
    >
      <ColumnForm {...props} onDone={() => setOpen(false)} />
    </Popover>
  )
}
