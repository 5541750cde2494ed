'use client'

import { MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { ReviewerGroup } from '#lib/contracts/app/policy-reviewers.ts'
import { deleteReviewerGroup } from '#lib/contracts/routes.ts'

// Loaded when it opens, with the library of forms.
const GroupDialog = dynamic(() => import('./group-dialog.tsx').then((part) => part.GroupDialog), {
  loading: () => null,
})

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
