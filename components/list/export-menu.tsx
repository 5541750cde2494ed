'use client'

import { Download } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import type { ExportProps } from './export-links.tsx'
import { ExportLinks } from './export-links.tsx'

/** Downloads all records of the list on the screen, with its filter, order and columns. */
export function ExportMenu(props: ExportProps) {
  return (
    <Popover
      label="Export"
      align="end"
      trigger={<IconButton variant="secondary" label="Export" icon={<Download aria-hidden="true" />} />}
    >
      <ExportLinks {...props} />
    </Popover>
  )
}
