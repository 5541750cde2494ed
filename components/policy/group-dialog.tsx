'use client'

import { ArrowUp, X } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { ReviewerGroup } from '#lib/contracts/app/policy-reviewers.ts'
import { createReviewerGroup, updateReviewerGroup } from '#lib/contracts/routes.ts'

/** Edits a group, or adds one if `group` is null. */
export function GroupDialog({ group, onClose }: { group: ReviewerGroup | null; onClose: () => void }) {
  const create = usePageMutation(createReviewerGroup, ['Reviews'])
  const update = usePageMutation(updateReviewerGroup, ['Reviews'])
  const { form, Field, state } = useServerForm({
    schema: async () => (await import('#lib/contracts/app/policy-reviewers.ts')).NewReviewerGroup,
    values: { name: group?.name ?? '', members: group?.members.map(({ email }) => email) ?? [] },
    send: async (body) => {
      if (group) await update.mutateAsync({ params: { id: group.id }, body, ifMatch: `"v${group.version}"` })
      else await create.mutateAsync({ body })
      showToast({ kind: 'success', title: `Group “${body.name}” saved` })
      onClose()
    },
  })
  const { isSubmitted } = form.formState
  const members = useWatch({ control: form.control, name: 'members' })
  const setMembers = (next: string[]) =>
    form.setValue('members', next, { shouldDirty: true, shouldValidate: isSubmitted })
  const nameOf = usePeopleNames(members)
  return (
    <FormDialog
      {...state}
      title={group ? `Edit ${group.name}` : 'New group'}
      description="Reviews are assigned to the members in this order, in turn."
      submitLabel="Save group"
      onClose={onClose}
    >
      <Field name="name" label="Name" required />
      {members.length > 0 ? (
        <ol aria-label="Members" className="flex flex-col rounded-md border border-line">
          {members.map((email, at) => {
            const name = nameOf(email)
            return (
              <li key={email} className="flex items-center gap-1 border-b border-line py-1 pr-1 pl-3 last:border-b-0">
                <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
                {at > 0 ? (
                  <IconButton
                    size="sm"
                    label={`Move ${name} up`}
                    icon={<ArrowUp aria-hidden="true" />}
                    onClick={() => setMembers(members.toSpliced(at - 1, 2, email, members[at - 1] ?? email))}
                  />
                ) : null}
                <IconButton
                  size="sm"
                  label={`Remove ${name}`}
                  icon={<X aria-hidden="true" />}
                  onClick={() => setMembers(members.filter((member) => member !== email))}
                />
              </li>
            )
          })}
        </ol>
      ) : null}
      <Field name="members" label="Add a member" required={members.length === 0} controlled={MemberInput} />
    </FormDialog>
  )
}

type MemberInputProps = { value: readonly string[]; onChange: (members: readonly string[]) => void }

function MemberInput({ value: members, onChange, ...props }: MemberInputProps) {
  return (
    <ReviewerInput
      {...props}
      key={members.length}
      value=""
      except={members}
      onChange={(email) => email !== '' && onChange([...members, email])}
    />
  )
}
