'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { AlertDialog } from '#components/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { undoImport as contract } from '#lib/contracts/app/imports.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { deleteImport, listImports, undoImport } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { importQuery, isEditable } from './use-import.ts'

type Undone = ResponseOf<typeof contract>

/** Confirms undoing an import. Afterwards lists the records that were not undone. */
function UndoDialog({ record, onClose }: { record: ImportRecord; onClose: () => void }) {
  const [undone, setUndone] = useState<Undone | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const undo = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      setUndone((await callEndpoint(undoImport, { params: { id: record.id } })).data)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The import could not be undone.')
    } finally {
      setBusy(false)
    }
  }
  if (undone) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Import undone"
        description={`${formatCount(undone.deleted)} records were deleted, ${formatCount(undone.restored)} have their earlier values again.`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        {undone.kept > 0 ? <KeptRecords undone={undone} /> : <p className="text-sm">All records were undone.</p>}
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Undo this import?"
      description="Records that it created are deleted, and those that it changed get their earlier values. Records that were edited since stay as they are, and are listed. This cannot be reversed."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isBusy} onClick={undo}>
            Undo import
          </Button>
        </>
      }
    >
      <FormError>{problem}</FormError>
      <p className="text-sm wrap-anywhere">
        {record.file_name}: {formatCount(record.inserted)} new, {formatCount(record.updated)} changed.
      </p>
    </Dialog>
  )
}

function KeptRecords({ undone: { kept, kept_records: records } }: { undone: Undone }) {
  return (
    <section aria-labelledby="kept-records" className="text-sm">
      <h3 id="kept-records" className="font-medium">
        {kept === 1 ? 'This record stays as it is' : `These ${formatCount(kept)} records stay as they are`}
      </h3>
      <ul className="mt-1 flex flex-col gap-0.5">
        {records.map(({ entity, key, reason }) => (
          <li key={`${entity} ${key}`} className="wrap-anywhere">
            <span className="font-mono text-xs">{key}</span> <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {kept > records.length ? (
        <p className="mt-1 text-muted">The first {formatCount(records.length)} are listed.</p>
      ) : null}
    </section>
  )
}

/** Button that undoes an import after a confirmation. */
export function UndoImport({ record }: { record: ImportRecord }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Undo import…</Button>
      {isOpen ? (
        <UndoDialog
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
