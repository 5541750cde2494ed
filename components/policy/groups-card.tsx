'use client'

import { ArrowUp, MoreHorizontal, Pencil, Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useMay } from '#components/layout/user-context.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import {
  createReviewerGroup,
  NewReviewerGroup,
  type ReviewerGroup,
  updateReviewerGroup,
} from '#lib/contracts/app/policy-reviewers.ts'
import { deleteReviewerGroup } from '#lib/contracts/routes.ts'

/** The groups of reviewers, whose members are assigned reviews in turn. */
export function GroupsCard({ groups }: { groups: readonly ReviewerGroup[] }) {
  const [edited, setEdited] = useState<ReviewerGroup | 'new' | null>(null)
  const close = () => setEdited(null)
  const mayEdit = useMay('manager')
  return (
    <Card aria-labelledby="policy-groups">
      <CardHeader
        id="policy-groups"
        title="Groups"
        description="Their members are assigned reviews in turn."
        actions={
          mayEdit ? (
            <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setEdited('new')}>
              New group
            </Button>
          ) : null
        }
      />
      {groups.length === 0 ? (
        <CardBody className="text-sm text-muted">No groups yet.</CardBody>
      ) : (
        <ul>
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} onEdit={mayEdit ? () => setEdited(group) : null} />
          ))}
        </ul>
      )}
      {edited ? <GroupDialog group={edited === 'new' ? null : edited} onClose={close} /> : null}
    </Card>
  )
}

function GroupRow({ group, onEdit }: { group: ReviewerGroup; onEdit: (() => void) | null }) {
  const remove = usePageMutation(deleteReviewerGroup, ['Reviews'])
  const { id, name, members, rules, last, version } = group
  const run = () =>
    remove
      .mutateAsync({ params: { id }, ifMatch: `"v${version}"` })
      .then(() => showToast({ kind: 'success', title: `Group “${name}” deleted` }), showErrorToast)
  return (
    <li className="flex items-start gap-2 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <h3 className="text-sm font-medium">{name}</h3>
        <ol className="flex flex-wrap gap-x-1 text-sm">
          {members.map((member, at) => (
            <li key={member.email}>
              {member.name ?? member.email}
              {member.can_review ? null : <Badge tone="warning">cannot review</Badge>}
              {at < members.length - 1 ? ',' : null}
            </li>
          ))}
        </ol>
        <p className="text-xs text-muted text-pretty">
          {last === null ? 'No assignments yet' : `Last assigned: ${nameIn(group, last)}`}
          {' · '}
          {rules.length === 0 ? 'Not used by any rule' : `Used by: ${rules.join(', ')}`}
        </p>
      </div>
      {onEdit ? (
        <DropdownMenu
          trigger={<IconButton size="sm" label={`Actions for ${name}`} icon={<MoreHorizontal aria-hidden="true" />} />}
          entries={[
            { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: onEdit },
            'separator',
            {
              label: rules.length > 0 ? 'Delete (a rule uses it)' : 'Delete',
              icon: <Trash2 aria-hidden="true" />,
              danger: true,
              disabled: rules.length > 0,
              onSelect: run,
            },
          ]}
        />
      ) : null}
    </li>
  )
}

const nameIn = ({ members }: ReviewerGroup, email: string) =>
  members.find((member) => member.email === email)?.name ?? email

/** Edits a group, or adds one if `group` is null. */
function GroupDialog({ group, onClose }: { group: ReviewerGroup | null; onClose: () => void }) {
  const create = usePageMutation(createReviewerGroup, ['Reviews'])
  const update = usePageMutation(updateReviewerGroup, ['Reviews'])
  const { form, Field, state } = useServerForm({
    schema: NewReviewerGroup,
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
