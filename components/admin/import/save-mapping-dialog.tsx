'use client'

import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Input } from '#components/ui/input.tsx'
import { showToast } from '#components/ui/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { saveMapping } from '#lib/contracts/admin-routes.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'

type SaveMappingDialogProps = {
  kind: ImportKind
  mapping: Mapping
  /** The name under which it is saved already. */
  name: string
  onSaved: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a mapping and saves it for later imports, by page, command line and API. */
export function SaveMappingDialog({ kind, mapping, name: known, onSaved, onClose }: SaveMappingDialogProps) {
  const [name, setName] = useState(known)
  const [issue, setIssue] = useState<string>()
  const save = useEndpointMutation(saveMapping)
  const submit = async () => {
    const trimmed = name.trim()
    if (trimmed === '') return setIssue('must not be empty')
    try {
      await save.mutateAsync({ params: { name: trimmed }, body: { kind, mapping } })
      showToast({ kind: 'success', title: `Mapping “${trimmed}” saved` })
      onSaved(trimmed)
    } catch (error) {
      setIssue(error instanceof Error ? error.message : 'The mapping could not be saved.')
    }
  }
  return (
    <FormDialog
      title="Save mapping"
      description="A later file of the same system is then read in the same way: on this page, by the command line and by the API."
      submitLabel="Save"
      busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onClose={onClose}
    >
      <Field label="Name" required hint="A mapping of this name is replaced." error={issue}>
        <Input value={name} autoComplete="off" maxLength={80} onChange={({ target }) => setName(target.value)} />
      </Field>
    </FormDialog>
  )
}
