'use client'

import { Plus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useMay } from '#components/layout/user-context.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Checkbox, Switch } from '#components/ui/form/checkbox.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { LabelInput } from '#components/ui/form/label-input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { DialogButton, EditButton } from '#components/ui/overlay/dialog-button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { NewReviewCheck, ReviewCheck } from '#lib/contracts/app/checks.ts'
import { createReviewCheck, deleteReviewCheck, updateReviewCheck } from '#lib/contracts/routes.ts'
import { checkAudiences, checkKindLabels, listExpectable, wordCheckAnswer } from '#lib/review/questions/checks.ts'
import { PolicyCard, RemoveButton } from './policy-card.tsx'

/** The questions that managers add to reviews. */
export function ChecksCard({ checks }: { checks: readonly ReviewCheck[] }) {
  const mayEdit = useMay('manager')
  return (
    <PolicyCard
      id="policy-checks"
      title="Checks"
      description="Questions that reviews ask besides their own, and those that stakeholders answer by mail. An answer keeps the words that it answered, whatever is edited or deleted later."
      actions={
        <DialogButton
          size="sm"
          icon={<Plus aria-hidden="true" />}
          dialog={(onClose) => <CheckDialog check={null} onClose={onClose} />}
        >
          New check
        </DialogButton>
      }
      empty={checks.length === 0 ? 'No checks.' : null}
    >
      <ul>
        {checks.map((check) => (
          <li
            key={check.id}
            className="flex items-start gap-x-3 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
          >
            <div className="min-w-0 flex-1">
              <h3 className={cx('wrap-anywhere', check.is_active ? 'font-medium' : 'text-muted')}>{check.wording}</h3>
              <p className="text-xs break-words text-muted">{describeCheck(check).join(' · ')}</p>
            </div>
            {mayEdit ? <CheckTools check={check} /> : <span className="text-xs">{check.is_active ? 'On' : 'Off'}</span>}
          </li>
        ))}
      </ul>
    </PolicyCard>
  )
}

const describeCheck = ({ asked_of: of, kind, options, expected, ...check }: ReviewCheck): string[] => [
  ...(of === 'reviewer' ? [] : ['Stakeholders']),
  options.length > 0 ? options.join(', ') : checkKindLabels[kind],
  ...(expected === null ? [] : [`should be: ${wordCheckAnswer(expected)}`]),
  check.filter === null ? 'All reviews' : `Changes with ${check.filter}`,
  ...(check.is_required ? ['Required'] : []),
]

const pickFields = ({ id: _, version: __, ...fields }: ReviewCheck): NewReviewCheck => fields

function CheckTools({ check }: { check: ReviewCheck }) {
  const { id, wording, version, is_active: isActive } = check
  const update = usePageMutation(updateReviewCheck, ['Reviews'])
  const at = { params: { id }, ifMatch: `"v${version}"` }
  const turn = () =>
    update.mutate({ ...at, body: { ...pickFields(check), is_active: !isActive } }, { onError: showErrorToast })
  return (
    <div className="flex items-center gap-1">
      <Switch aria-label={`Ask “${wording}”`} checked={isActive} disabled={update.isPending} onChange={turn} />
      <EditButton label={`Edit “${wording}”`} dialog={(onClose) => <CheckDialog check={check} onClose={onClose} />} />
      <RemoveButton
        label={`Delete “${wording}”`}
        question={[
          'Delete the check?',
          `“${wording}” is no longer asked. Given answers stay. Switch it off instead to keep it for later.`,
        ]}
        route={deleteReviewCheck}
        input={at}
      />
    </div>
  )
}

const newCheck: NewReviewCheck = {
  wording: '',
  kind: 'yes_no',
  options: [],
  expected: 'yes',
  asked_of: 'reviewer',
  filter: null,
  is_required: false,
  is_active: true,
}

const audienceOptions = Object.entries(checkAudiences).map(([value, label]) => ({ value, label }))
const kindOptions = Object.entries(checkKindLabels).map(([value, label]) => ({ value, label }))
const textOrNull = { setValueAs: (typed: string | null) => typed?.trim() || null }

/** Edits a check, or adds one if `check` is null. */
function CheckDialog({ check, onClose }: { check: ReviewCheck | null; onClose: () => void }) {
  const create = usePageMutation(createReviewCheck, ['Reviews'])
  const update = usePageMutation(updateReviewCheck, ['Reviews'])
  const { form, Field, state } = useServerForm<NewReviewCheck>({
    schema: async () => (await import('#lib/contracts/app/checks.ts')).NewReviewCheck,
    values: check ? pickFields(check) : newCheck,
    send: async (body) => {
      if (check) await update.mutateAsync({ params: { id: check.id }, body, ifMatch: `"v${check.version}"` })
      else await create.mutateAsync({ body })
      showToast({ kind: 'success', title: 'Check saved' })
      onClose()
    },
  })
  const [kind, options, of] = useWatch({ control: form.control, name: ['kind', 'options', 'asked_of'] })
  const expectable = listExpectable({ kind, options })
  const resetAnswers = {
    onChange: () => {
      form.setValue('options', [])
      form.setValue('expected', null)
    },
  }
  return (
    <FormDialog
      {...state}
      title={check ? 'Edit the check' : 'New check'}
      description="Another wording, kind or list of answers is a new version. Given answers stay as they are."
      submitLabel="Save check"
      isBlocked={kind === 'choice' && options.length < 2}
      onClose={onClose}
    >
      <Field name="wording" label="Question" required />
      <Field
        name="asked_of"
        label="Who answers"
        as={NativeSelect}
        options={audienceOptions}
        rules={{ onChange: () => form.setValue('is_required', false) }}
      />
      <Field name="kind" label="Answered with" as={NativeSelect} options={kindOptions} rules={resetAnswers} />
      {kind === 'choice' ? (
        <LabelInput
          label="Answers"
          suggestions={[]}
          values={options}
          onChange={(next) => form.setValue('options', next)}
        />
      ) : null}
      {expectable.length > 0 ? (
        <Field
          name="expected"
          label="As it should be"
          hint="Other answers stand out, and one button gives this one."
          as={NativeSelect}
          placeholder="No answer in particular"
          options={expectable.map((value) => ({ value, label: wordCheckAnswer(value) }))}
          rules={textOrNull}
        />
      ) : null}
      <Field
        name="filter"
        label="Asked of changes with"
        hint="A filter, such as: type = emergency OR affected_services = payments. Empty: all changes."
        rules={textOrNull}
      />
      {of === 'reviewer' ? (
        <Checkbox
          label="Required"
          hint="A review without an answer cannot be completed."
          {...form.register('is_required')}
        />
      ) : null}
    </FormDialog>
  )
}
