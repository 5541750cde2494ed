'use client'

import { CountLink } from '#components/insights/count-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { EditButton } from '#components/ui/overlay/dialog-button.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { Control } from '#lib/contracts/app/controls.ts'
import { frameworkIds } from '#lib/contracts/app/values.ts'
import { updateControl } from '#lib/contracts/routes.ts'
import { frameworks } from '#lib/domain/controls/requirements.ts'

/** Each requirement with the evidence in Hindsight, and the number of changes that meet it. */
export function ControlList({ controls, canEdit }: { controls: readonly Control[]; canEdit: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      {frameworkIds.map((framework) => (
        <Card key={framework} aria-labelledby={`framework-${framework}`} className="print:border-0 print:shadow-none">
          <CardHeader id={`framework-${framework}`} title={frameworks[framework].name} />
          <ul className="divide-y divide-line">
            {controls
              .filter((control) => control.framework === framework)
              .map((control) => (
                <Requirement key={control.id} control={control} canEdit={canEdit} />
              ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function Requirement({ control, canEdit }: { control: Control; canEdit: boolean }) {
  const { ref, asks, answer, applies, evidence, note, updated_by: by, updated_at: at } = control
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3 break-inside-avoid">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 flex-1 text-sm font-semibold text-pretty">
          {ref}: {asks}
        </h3>
        {canEdit ? (
          <EditButton
            label={`Edit ${control.citation}`}
            className="print:hidden"
            dialog={(onClose) => <ControlDialog control={control} onClose={onClose} />}
          />
        ) : null}
      </div>
      <p className="text-sm text-pretty">{answer}</p>
      <Coverage control={control} />
      {evidence === null ? null : (
        <p className="text-xs text-muted">
          Shown by <code className="font-mono wrap-anywhere">{evidence}</code>
          {applies === null ? null : (
            <>
              , of those with <code className="font-mono wrap-anywhere">{applies}</code>
            </>
          )}
        </p>
      )}
      {note === null ? null : <p className="text-sm whitespace-pre-line wrap-anywhere">{note}</p>}
      {by === null || at === null ? null : (
        <p className="text-xs text-muted">
          Edited by {by}, <DateTime value={at} />
        </p>
      )}
    </li>
  )
}

/** Describes the coverage, such as "118 of 131 closed changes show it. 13 do not." */
function Coverage({ control }: { control: Control }) {
  const {
    ref,
    evidence,
    fault,
    applies_count: count,
    shown_count: shown,
    applies_list,
    shown_list,
    missing_list,
  } = control
  if (fault !== null) return <p className="text-sm font-semibold text-danger-text">{fault}</p>
  if (evidence === null) return <p className="text-sm text-muted">No field shows it.</p>
  if (count === 0) return <p className="text-sm text-muted">It applies to no closed change of the period.</p>
  const subject = `closed changes that ${ref}`
  return (
    <p className="text-sm">
      <CountLink href={shown_list ?? ''} count={shown} label={`${subject} is shown by`} /> of{' '}
      <CountLink href={applies_list ?? ''} count={count} label={`${subject} applies to`} /> closed changes show it.{' '}
      {shown === count ? null : (
        <span className="font-semibold text-danger-text">
          <CountLink href={missing_list ?? ''} count={count - shown} label={`${subject} is not shown by`} />{' '}
          {count - shown === 1 ? 'does not.' : 'do not.'}
        </span>
      )}
    </p>
  )
}

const orNull = (text: string) => (text.trim() === '' ? null : text)

/** Form for a requirement: filters for the changes that it applies to and that meet it, and other evidence. */
function ControlDialog({ control, onClose }: { control: Control; onClose: () => void }) {
  const { id, citation, asks, applies, evidence, note } = control
  const { Field, state } = useEndpointForm(updateControl, {
    values: { applies: applies ?? '', evidence: evidence ?? '', note: note ?? '' },
    input: (values) => ({
      params: { id },
      body: { applies: orNull(values.applies), evidence: orNull(values.evidence), note: orNull(values.note) },
    }),
    done: 'Requirement saved',
    onDone: onClose,
  })
  return (
    <FormDialog {...state} title={citation} description={asks} submitLabel="Save" onClose={onClose}>
      <Field
        name="applies"
        label="Applies to"
        hint="A filter in the language of the changes, such as type = emergency. Empty: all closed changes."
        as={Textarea}
        rows={2}
        spellCheck={false}
      />
      <Field
        name="evidence"
        label="Shown by"
        hint="The filter that such a change matches, such as has_backout_plan = true. Empty: no field shows it."
        as={Textarea}
        rows={3}
        spellCheck={false}
      />
      <Field
        name="note"
        label="Other evidence"
        hint="What shows it outside Hindsight, such as a document."
        as={Textarea}
        rows={3}
      />
    </FormDialog>
  )
}
