import { moveTitles } from '#components/records/improvement-labels.ts'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { useNow, useZone } from '#components/ui/time/clock.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { isEmail } from '#lib/domain/four-eyes/same-person.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { getMoveInputs, type MoveInput } from '#lib/domain/improvements/improvement-status.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { useEditImprovement } from './use-edit-improvement.ts'

async function loadSchema(names: readonly (MoveInput | 'closed_by')[], today: string) {
  const [{ z }, { ImprovementEdit }] = await Promise.all([import('zod'), import('#lib/contracts/app/improvements.ts')])
  const { evidence, reason, recheck_on: day } = ImprovementEdit.required().shape
  const inputs = {
    evidence,
    reason,
    recheck_on: day.refine((value) => value > today, { error: 'must be a future date' }),
    /** May be empty; the service validates it. */
    closed_by: z.string(),
  }
  return z.object(Object.fromEntries(names.map((name) => [name, inputs[name]])))
}

const daysToRecheck = 90

type MoveFormProps = { improvement: Improvement; to: Improvement['status']; onDone: () => void }
type MoveValues = Partial<Record<MoveInput | 'closed_by', string>>

export function MoveForm({ improvement, to, onDone }: MoveFormProps) {
  const edit = useEditImprovement()
  const today = getDayInZone(new Date(useNow()).toISOString(), useZone())
  const required = getMoveInputs(improvement.status, to) ?? []
  const requestedInputs = to === 'verified' ? [...required, 'closed_by' as const] : required
  const { form, Field, state } = useServerForm<MoveValues>({
    schema: () => loadSchema(requestedInputs, today),
    values: { evidence: '', reason: '', recheck_on: addDaysTo(today, daysToRecheck), closed_by: '' },
    focus: required[0],
    send: async ({ closed_by: closedBy, ...values }) => {
      const closer = closedBy ? { closed_by: closedBy } : {}
      await edit.mutateAsync({ improvement, edit: { status: to, ...values, ...closer } })
      showToast({
        kind: 'success',
        id: 'improvement-moved',
        title: `${improvementStatusLabels[to]}: ${improvement.title}`,
      })
      onDone()
    },
  })
  // `done_by` is the name of a connection if the tracker's person is unknown.
  const isCloserUnknown = improvement.done_by !== null && !isEmail(improvement.done_by)
  // True once the service asked for the closer; editing the field clears the error, but the field stays.
  const isClosedByAsked = form.formState.errors.closed_by !== undefined || form.watch('closed_by') !== ''
  const asksForCloser = to === 'verified' && (isCloserUnknown || isClosedByAsked)
  return (
    <EntryForm {...state} submitLabel={moveTitles[to]} onCancel={onDone}>
      {required.includes('evidence') ? (
        <Field
          name="evidence"
          label="Evidence of completion"
          hint="A link, ticket or test run that someone else can check"
          required
          as={Textarea}
          rows={4}
        />
      ) : null}
      {required.includes('recheck_on') ? (
        <Field
          name="recheck_on"
          label="Recheck on"
          hint="You and the owner are notified on that day"
          required
          controlled={DateInput}
        />
      ) : null}
      {asksForCloser ? (
        <Field
          name="closed_by"
          label="Who closed its issue?"
          hint="Where the tracker names somebody whom nobody knows here"
          controlled={PersonInput}
          withLeavers
        />
      ) : null}
      {required.includes('reason') ? (
        <Field name="reason" label="Reason" hint="Shown in the history" required as={Textarea} rows={3} />
      ) : null}
    </EntryForm>
  )
}
