'use client'

import { type ReactNode, useState } from 'react'
import { DueInput } from '#components/ui/form/due-input.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { EditableField } from './register-props.ts'
import { useEditImprovement } from './use-edit-improvement.ts'

const fieldNames: Readonly<Record<EditableField, string>> = { owner: 'Owner', target_date: 'Due date' }

type EditableFieldProps = {
  improvement: Improvement
  field: EditableField
  canWrite: boolean
  children: ReactNode
}

/** Button that shows a value and edits it in a popover. */
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

type ImprovementFieldFormProps = { improvement: Improvement; field: EditableField; onDone: () => void }

/** Form for one field of an action: owner or due date. */
function ImprovementFieldForm({ improvement, field, onDone }: ImprovementFieldFormProps) {
  const edit = useEditImprovement()
  const { Field, state } = useServerForm<Record<string, string>>({
    schema: async () => {
      const [{ z }, { ImprovementPatch }] = await Promise.all([import('zod'), import('#lib/contracts/improvements.ts')])
      return z.object({ [field]: ImprovementPatch.required().shape[field] })
    },
    values: { [field]: improvement[field] },
    focus: field,
    send: async (values) => {
      if (values[field] !== improvement[field]) await edit.mutateAsync({ improvement, edit: values })
      onDone()
    },
  })
  return (
    <EntryForm {...state} submitLabel="Save" onCancel={onDone}>
      {field === 'owner' ? (
        <Field name="owner" label="Owner" required controlled={PersonInput} />
      ) : (
        <Field name="target_date" label="Due" required controlled={DueInput} />
      )}
    </EntryForm>
  )
}
