'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { importQuery } from './use-import.ts'

const loadDialog = () => import('./undo-dialog.tsx')

/** Button that undoes an import after a confirmation. */
export function UndoImport({ record }: { record: ImportRecord }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const part = useLazyPart(loadDialog, isOpen, close)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Undo import…</Button>
      {part && isOpen ? (
        <part.UndoDialog
          record={record}
          onClose={() => {
            close()
            void client.invalidateQueries({ queryKey: importQuery(record.id).queryKey })
          }}
        />
      ) : null}
    </>
  )
}
