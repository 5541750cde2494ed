'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { listSavedMappings, saveMapping } from '#lib/contracts/routes.ts'

type SavedMappingsProps = {
  kind: ImportKind
  mapping: Mapping
  /** Name of the suggested preset for the system that exported the file; null for none. */
  suggested: string | null
  onPick: (mapping: Mapping) => void
}

/** Loads a saved mapping or a preset, and saves the edited mapping under a name. */
export function SavedMappings({ kind, mapping, suggested, onPick }: SavedMappingsProps) {
  const saved = useQuery(endpointQuery(listSavedMappings, { query: { kind } }))
  const [picked, setPicked] = useState('')
  const [isSaving, setSaving] = useState(false)
  const close = () => setSaving(false)
  const mappings = saved.data?.result ?? []
  const presets = saved.data?.presets ?? []
  const pick = (name: string) => {
    setPicked(name)
    onPick([...mappings, ...presets].find((known) => known.name === name)?.mapping ?? {})
  }
  const isOwn = mappings.some(({ name }) => name === picked)
  return (
    <div className="flex flex-wrap items-end gap-2">
      {suggested !== null && picked !== suggested ? (
        <div className="w-full">
          <Notice
            title={`The columns are those of ${suggested}`}
            action={<Button onClick={() => pick(suggested)}>Use the preset</Button>}
          >
            Its preset knows the columns and words of that system.
          </Notice>
        </div>
      ) : null}
      {mappings.length + presets.length > 0 ? (
        <Field label="Mapping" className="w-full sm:w-72">
          <NativeSelect
            placeholder="None"
            options={[
              ...mappings.map(({ name }) => ({ value: name, label: name })),
              ...presets.map(({ name }) => ({ value: name, label: `${name} (preset)` })),
            ]}
            value={picked}
            onChange={({ target: { value } }) => pick(value)}
          />
        </Field>
      ) : null}
      <Button onClick={() => setSaving(true)}>Save mapping…</Button>
      {isSaving ? (
        <SaveMappingDialog
          kind={kind}
          mapping={mapping}
          name={isOwn ? picked : ''}
          onClose={close}
          onSaved={(name) => {
            setPicked(name)
            close()
          }}
        />
      ) : null}
    </div>
  )
}

type SaveMappingDialogProps = {
  kind: ImportKind
  mapping: Mapping
  /** The name of the loaded mapping; empty for a new one. */
  name: string
  onSaved: (name: string) => void
  onClose: () => void
}

/** Saves a mapping under a name for later imports, by page, command line and API. */
function SaveMappingDialog({ kind, mapping, name: known, onSaved, onClose }: SaveMappingDialogProps) {
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
