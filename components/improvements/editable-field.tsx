'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { EditableField } from './improvement-field-form.tsx'

// Loaded when the popover opens, with the library of forms.
const ImprovementFieldForm = dynamic(
  () => import('./improvement-field-form.tsx').then((part) => part.ImprovementFieldForm),
  { loading: () => <SkeletonText lines={3} label="Loading the form" /> },
)

const fieldNames: Readonly<Record<EditableField, string>> = { owner: 'Owner', target_date: 'Due date' }

type EditableFieldProps = { improvement: Improvement; field: EditableField; canWrite: boolean; children: ReactNode }

export function EditableFieldButton({ improvement, field, canWrite, children }: EditableFieldProps) {
  const [isOpen, setOpen] = useState(false)
  if (!canWrite) return children
  return (
    <Popover
      label={`Change the ${fieldNames[field].toLowerCase()}`}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="-mx-1.5 inline-flex min-h-7 min-w-0 max-w-[calc(100%+0.75rem)] items-center rounded-md px-1.5 text-left hover:bg-ink/7"
        >
          <span className="sr-only">
            {fieldNames[field]} of “{improvement.title}”:{' '}
          </span>
          {children}
        </button>
      }
    >
      <ImprovementFieldForm improvement={improvement} field={field} onDone={() => setOpen(false)} />
    </Popover>
  )
}
