'use client'

import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { EntryForm } from '#components/ui/entry-form.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { IssueTracker } from '#lib/contracts/app/issue-links.ts'
import { addIssueLink } from '#lib/contracts/issue-routes.ts'
import { keyExamples, trackerNames } from './tracker-names.ts'

type Values = { connection_id: string; way: 'create' | 'link'; issue: string }

type LinkIssueFormProps = {
  improvementId: string
  trackers: readonly IssueTracker[]
  onClose: () => void
}

/** Creates an issue for an action, or links an existing one. */
export function LinkIssueForm({ improvementId, trackers, onClose }: LinkIssueFormProps) {
  const add = useEndpointMutation(addIssueLink)
  const [first] = trackers
  const form = useForm<Values>({
    defaultValues: {
      connection_id: first?.connection_id ?? '',
      way: first?.project ? 'create' : 'link',
      issue: '',
    },
  })
  const { errors, isSubmitting } = form.formState
  const chosen = form.watch('connection_id')
  const tracker = trackers.find(({ connection_id: id }) => id === chosen) ?? first
  const isCreating = tracker?.project != null && form.watch('way') === 'create'
  const { setFocus } = form
  useEffect(() => setFocus(isCreating ? 'way' : 'issue'), [setFocus, isCreating])
  if (!tracker) return null
  const submit = form.handleSubmit(async ({ issue }) => {
    try {
      const body = { connection_id: tracker.connection_id, ...(isCreating ? {} : { issue }) }
      await add.mutateAsync({ params: { id: improvementId }, body })
      onClose()
    } catch (error) {
      showServerErrors(error, ['issue', 'connection_id'], form.setError)
    }
  })
  return (
    <EntryForm
      label="Add an issue"
      error={errors.root?.message}
      isBusy={isSubmitting}
      submitLabel={isCreating ? 'Create issue' : 'Link issue'}
      onSubmit={submit}
      onCancel={onClose}
    >
      {trackers.length > 1 ? (
        <Field label="Connection" name="connection_id" error={errors.connection_id?.message}>
          <NativeSelect
            options={trackers.map(({ connection_id: value, name, kind }) => ({
              value,
              label: `${trackerNames[kind]}: ${name}`,
            }))}
            {...form.register('connection_id')}
          />
        </Field>
      ) : null}
      {tracker.project === null ? null : (
        <RadioGroup
          legend={trackerNames[tracker.kind]}
          options={[
            { value: 'create', label: `Create a new issue in ${tracker.project}` },
            { value: 'link', label: 'Link an existing issue' },
          ]}
          register={form.register('way')}
        />
      )}
      {isCreating ? null : (
        <Field
          label="Issue"
          name="issue"
          hint={`Its key, such as ${keyExamples[tracker.kind]}, or the address of its page`}
          required
          error={errors.issue?.message}
        >
          <Input autoComplete="off" {...form.register('issue', { required: 'must not be empty' })} />
        </Field>
      )}
    </EntryForm>
  )
}
