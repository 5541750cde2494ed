'use client'

import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { saveMapping } from '#lib/contracts/routes.ts'

type SaveMappingDialogProps = {
  kind: ImportKind
  mapping: Mapping
  /** The name of the loaded mapping; empty for a new one. */
  name: string
  onSaved: (name: string) => void
  onClose: () => void
}

/** Saves a mapping under a name for later imports, by page, command line and API. */
export function SaveMappingDialog({ kind, mapping, name: known, onSaved, onClose }: SaveMappingDialogProps) {
  const { Field, state } = useEndpointForm(saveMapping, {
    values: { name: known },
    input: ({ name }) => ({ params: { name: name.trim() }, body: { kind, mapping } }),
    done: (_, { name }) => `Mapping “${name.trim()}” saved`,
    onDone: (_, { name }) => onSaved(name.trim()),
  })
  return (
    <FormDialog
      {...state}
      title="Save mapping"
      description="A later file of the same system is then read in the same way: on this page, by the command line and by the API."
      submitLabel="Save"
      onClose={onClose}
    >
      <Field name="name" label="Name" required hint="A mapping of this name is replaced." maxLength={80} />
    </FormDialog>
  )
}
