'use client'

import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import { getFieldHint, getFieldLabel } from '#lib/filter/comparison-labels.ts'
import { ConditionForm } from './condition-form.tsx'
import { type OfferedValues, offerValues } from './offered-values.ts'

const staleTimeMs = 5 * 60_000

type FilterBuilderProps = {
  fields: FilterFields
  offer: OfferedValues
  /** Adds a condition in the filter language. */
  onAdd: (condition: string) => void
}

/** Builds one condition of a filter: first the field, then operator and value. */
export function FilterBuilder({ fields, offer, onAdd }: FilterBuilderProps) {
  const { data: values } = useQuery({ ...endpointQuery(listFilterValues, {}), staleTime: staleTimeMs })
  const [name, setName] = useState<string | null>(null)
  const offered = offerValues(fields, offer, values)
  const field = name === null ? undefined : offered[name]
  if (name === null || !field) return <FieldList fields={fields} onChoose={setName} />
  return (
    <ConditionForm
      name={name}
      field={field.values?.length === 0 ? { type: field.type, description: field.description } : field}
      people={values?.people ?? []}
      onBack={() => setName(null)}
      onAdd={onAdd}
    />
  )
}

function FieldList({ fields, onChoose }: { fields: FilterFields; onChoose: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  // Takes the focus from the panel, which had it until this component was loaded.
  useEffect(() => input.current?.focus(), [])
  return (
    <Command label="Field" loop className="-m-2">
      <div className="flex items-center gap-2 border-b border-line px-2 pb-1">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <Command.Input
          ref={input}
          placeholder="Filter by…"
          className="h-8 min-w-0 flex-1 bg-transparent text-base outline-none pointer-coarse:text-[1rem]"
        />
      </div>
      <Command.List className="max-h-72 overflow-y-auto overscroll-contain pt-1">
        <Command.Empty className="px-2 py-1.5 text-sm text-muted">No such field</Command.Empty>
        {Object.entries(fields).map(([name, { description }]) => (
          <Command.Item
            key={name}
            value={name}
            keywords={[getFieldLabel(name), description]}
            onSelect={() => onChoose(name)}
            className="flex min-h-8 cursor-pointer items-baseline gap-3 rounded-md px-2 py-1 text-sm data-[selected=true]:bg-accent-soft"
          >
            <span className="shrink-0">{getFieldLabel(name)}</span>
            <span className="min-w-0 truncate text-xs text-muted">{getFieldHint(name, description)}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}
