'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { listSavedMappings } from '#lib/contracts/routes.ts'

// Loaded when it opens, with the library of forms.
const SaveMappingDialog = dynamic(() => import('./save-mapping-dialog.tsx').then((part) => part.SaveMappingDialog), {
  loading: () => null,
})

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
