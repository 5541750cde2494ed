'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { AlertDialog } from '#components/ui/overlay/alert-dialog.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { deleteImport, listImports } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { isEditable } from './use-import.ts'

/** Deletes an import that has written nothing, or else only its stored file, after a confirmation. */
export function DeleteImport({ record }: { record: ImportRecord }) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const isWhole = isEditable(record)
  const confirm = async () => {
    setBusy(true)
    try {
      await callEndpoint(deleteImport, { params: { id: record.id } })
      // Not the import itself, which may be gone.
      void client.invalidateQueries({ queryKey: [listImports.tag, listImports.path] })
      showToast({ kind: 'success', title: isWhole ? 'Import deleted' : 'File deleted', description: record.file_name })
      if (isWhole) router.push(pagePaths.imports)
    } catch (error) {
      if (error instanceof Error) showErrorToast(error)
    } finally {
      setBusy(false)
      setOpen(false)
    }
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{isWhole ? 'Delete import…' : 'Delete file…'}</Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={isWhole ? `Delete the import of “${record.file_name}”?` : `Delete the file “${record.file_name}”?`}
        description={
          isWhole
            ? 'It has written nothing. Its file and settings are deleted.'
            : 'The file and the refused rows are deleted. The imported records and this report stay, and the import can still be undone.'
        }
        confirmLabel="Delete"
        danger
        busy={isBusy}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
