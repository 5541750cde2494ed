'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowUp, X } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { useServerForm } from '#lib/api/use-server-form.ts'
import {
  createReviewerGroup,
  NewReviewerGroup,
  type ReviewerGroup,
  updateReviewerGroup,
} from '#lib/contracts/app/policy-reviewers.ts'

/** Edits a group, or adds one if `group` is null. */
export function GroupDialog({ group, onClose }: { group: ReviewerGroup | null; onClose: () => void }) {
  const create = usePageMutation(createReviewerGroup, ['Reviews'])
  const update = usePageMutation(updateReviewerGroup, ['Reviews'])
  const { form, state } = useServerForm({
    resolver: zodResolver(NewReviewerGroup),
    values: { name: group?.name ?? '', members: group?.members.map(({ email }) => email) ?? [] },
    send: async (body) => {
      if (group) await update.mutateAsync({ params: { id: group.id }, body, ifMatch: `"v${group.version}"` })
      else await create.mutateAsync({ body })
      showToast({ kind: 'success', title: `Group “${body.name}” saved` })
      onClose()
    },
  })
  const { errors, isSubmitted } = form.formState
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
      <FormField form={form} name="name" label="Name" required />
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
      <Field label="Add a member" name="members" required={members.length === 0} error={errors.members?.message}>
        <ReviewerInput
          key={members.length}
          value=""
          except={members}
          onChange={(email) => email !== '' && setMembers([...members, email])}
        />
      </Field>
    </FormDialog>
  )
}
