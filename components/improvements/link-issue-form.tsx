import { useEffect } from 'react'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import type { IssueTracker } from '#lib/contracts/app/improvements.ts'
import { addIssueLink } from '#lib/contracts/routes.ts'

type LinkIssueValues = { connection_id: string; way: 'create' | 'link'; issue: string }

const createValues = (tracker: IssueTracker | undefined): LinkIssueValues => ({
  connection_id: tracker?.connection_id ?? '',
  way: tracker?.project ? 'create' : 'link',
  issue: '',
})

type LinkIssueFormProps = { improvementId: string; trackers: readonly IssueTracker[]; onClose: () => void }

export function LinkIssueForm({ improvementId, trackers, onClose }: LinkIssueFormProps) {
  const [first] = trackers
  const { form, Field, choice, state } = useEndpointForm(addIssueLink, {
    values: createValues(first),
    input: ({ connection_id, way, issue }) => ({
      params: { id: improvementId },
      body: { connection_id, ...(canCreate(connection_id) && way === 'create' ? {} : { issue }) },
    }),
    onDone: onClose,
  })
  const findTracker = (id: string) => trackers.find(({ connection_id }) => connection_id === id) ?? first
  const canCreate = (id: string) => findTracker(id)?.project != null
  const connectionId = form.watch('connection_id')
  const tracker = findTracker(connectionId)
  const isCreating = canCreate(connectionId) && form.watch('way') === 'create'
  const { setFocus } = form
  useEffect(() => setFocus(isCreating ? 'way' : 'issue'), [setFocus, isCreating])
  if (!tracker) return null
  return (
    <EntryForm
      {...state}
      label="Add an issue"
      submitLabel={isCreating ? 'Create issue' : 'Link issue'}
      onCancel={onClose}
    >
      {trackers.length > 1 ? (
        <Field
          name="connection_id"
          label="Connection"
          as={NativeSelect}
          options={trackers.map(({ connection_id: value, name, system }) => ({
            value,
            label: `${system}: ${name}`,
          }))}
        />
      ) : null}
      {tracker.project === null ? null : (
        <RadioGroup
          legend={tracker.system}
          options={[
            { value: 'create', label: `Create a new issue in ${tracker.project}` },
            { value: 'link', label: 'Link an existing issue' },
          ]}
          {...choice('way')}
        />
      )}
      {isCreating ? null : (
        <Field
          name="issue"
          label="Issue"
          hint={`Its key, such as ${tracker.key_example}, or the URL of its page`}
          required
        />
      )}
    </EntryForm>
  )
}
