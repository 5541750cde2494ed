'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listSavedMappings } from '#lib/contracts/admin-routes.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'

const loadDialog = () => import('./save-mapping-dialog.tsx')

type SavedMappingsProps = { kind: ImportKind; mapping: Mapping; onPick: (mapping: Mapping) => void }

/** Picks a saved mapping, and saves the one that is edited under a name. */
export function SavedMappings({ kind, mapping, onPick }: SavedMappingsProps) {
  const saved = useQuery(endpointQuery(listSavedMappings, { query: { kind } }))
  const [picked, setPicked] = useState('')
  const [isSaving, setSaving] = useState(false)
  const close = () => setSaving(false)
  const dialog = useLazyPart(loadDialog, isSaving, close)
  const known = saved.data?.result ?? []
  return (
    <div className="flex flex-wrap items-end gap-2">
      {known.length > 0 ? (
        <Field label="Saved mapping" className="w-full sm:w-64">
          <NativeSelect
            placeholder="None"
            options={known.map(({ name }) => ({ value: name, label: name }))}
            value={picked}
            onChange={({ target: { value } }) => {
              setPicked(value)
              onPick(known.find(({ name }) => name === value)?.mapping ?? {})
            }}
          />
        </Field>
      ) : null}
      <Button onClick={() => setSaving(true)}>Save mapping…</Button>
      {dialog && isSaving ? (
        <dialog.SaveMappingDialog
          kind={kind}
          mapping={mapping}
          name={picked}
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
