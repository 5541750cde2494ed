'use client'

import { ArrowUp, MoreHorizontal, Pencil, Plus, Trash2, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useMay } from '#components/layout/user-context.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useWrite } from '#components/ui/overlay/confirm-write.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { ReviewerGroup, ServiceReviewer } from '#lib/contracts/app/policy-reviewers.ts'
import {
  createReviewerGroup,
  deleteReviewerGroup,
  deleteServiceReviewer,
  setServiceReviewer,
  updateReviewerGroup,
} from '#lib/contracts/routes.ts'
import { AddForm, PolicyCard, RemoveButton } from './policy-card.tsx'

/** The groups of reviewers, whose members are assigned reviews in turn. */
export function GroupsCard({ groups }: { groups: readonly ReviewerGroup[] }) {
  const mayEdit = useMay('manager')
  return (
    <PolicyCard
      id="policy-groups"
      title="Groups"
      description="Their members are assigned reviews in turn."
      actions={
        <DialogButton
          size="sm"
          icon={<Plus aria-hidden="true" />}
          dialog={(onClose) => <GroupDialog group={null} onClose={onClose} />}
        >
          New group
        </DialogButton>
      }
      empty={groups.length === 0 ? 'No groups yet.' : null}
    >
      <ul>
        {groups.map((group) => (
          <li key={group.id} className="flex items-start gap-2 border-b border-line px-4 py-2.5 last:border-b-0">
            <GroupText group={group} />
            {mayEdit ? <GroupMenu group={group} /> : null}
          </li>
        ))}
      </ul>
    </PolicyCard>
  )
}

function GroupText({ group: { name, members, rules, last } }: { group: ReviewerGroup }) {
  const lastName = members.find((member) => member.email === last)?.name ?? last
  return (
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
        {lastName === null ? 'No assignments yet' : `Last assigned: ${lastName}`}
        {' · '}
        {rules.length === 0 ? 'Not used by any rule' : `Used by: ${rules.join(', ')}`}
      </p>
    </div>
  )
}

function GroupMenu({ group }: { group: ReviewerGroup }) {
  const { id, name, rules, version } = group
  const [isEditing, setEditing] = useState(false)
  const remove = useWrite({
    route: deleteReviewerGroup,
    input: { params: { id }, ifMatch: `"v${version}"` },
    invalidates: ['Reviews'],
    done: `Group “${name}” deleted`,
  })
  return (
    <>
      <DropdownMenu
        trigger={<IconButton size="sm" label={`Actions for ${name}`} icon={<MoreHorizontal aria-hidden="true" />} />}
        entries={[
          { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: () => setEditing(true) },
          'separator',
          {
            label: rules.length > 0 ? 'Delete (a rule uses it)' : 'Delete',
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            disabled: rules.length > 0,
            onSelect: () => remove.run(),
          },
        ]}
      />
      {isEditing ? <GroupDialog group={group} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

/** Edits a group, or adds one if `group` is null. */
function GroupDialog({ group, onClose }: { group: ReviewerGroup | null; onClose: () => void }) {
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

/** The services with their reviewers. `unset` are services of changes that have none. */
export function ServicesCard({ services, unset }: { services: readonly ServiceReviewer[]; unset: readonly string[] }) {
  return (
    <PolicyCard
      id="policy-services"
      title="Services"
      description="Reviewers for rules that assign by service."
      empty={services.length === 0 ? 'No service has a reviewer yet.' : null}
      form={<AddService unset={unset} />}
    >
      <ul className="relative max-h-80 overflow-y-auto">
        {services.map(({ service, reviewer, reviewer_name: name, can_review: canReview }) => (
          <li
            key={service}
            className="flex items-center gap-2 border-b border-line px-4 py-1.5 text-sm last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-1/2 break-words">{service}</span>
            <span className="min-w-0 flex-1 basis-1/2 text-muted">
              {name ?? reviewer} {canReview ? null : <Badge tone="warning">cannot review</Badge>}
            </span>
            <RemoveButton
              label={`Remove the reviewer of ${service}`}
              route={deleteServiceReviewer}
              input={{ params: { service } }}
            />
          </li>
        ))}
      </ul>
    </PolicyCard>
  )
}

function AddService({ unset }: { unset: readonly string[] }) {
  const save = usePageMutation(setServiceReviewer)
  const [service, setService] = useState('')
  const [reviewer, setReviewer] = useState('')
  const listId = useId()
  const add = () =>
    save.mutate(
      { params: { service: service.trim() }, body: { reviewer } },
      {
        onSuccess: (saved) => {
          showToast({ kind: 'success', title: `${saved.reviewer_name} now reviews changes of ${saved.service}` })
          setService('')
        },
        onError: showErrorToast,
      },
    )
  return (
    <AddForm label="Reviewer of a service" submitLabel="Set" busy={save.isPending} onAdd={add}>
      <Field label="Service" hideLabel className="flex-1 basis-32">
        <Input
          list={listId}
          autoComplete="off"
          required
          maxLength={200}
          placeholder="Service"
          value={service}
          onChange={({ target }) => setService(target.value)}
        />
      </Field>
      <datalist id={listId}>
        {unset.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label="Reviewer" hideLabel className="flex-1 basis-32">
        <ReviewerInput required placeholder="Reviewer" value={reviewer} onChange={setReviewer} />
      </Field>
    </AddForm>
  )
}
