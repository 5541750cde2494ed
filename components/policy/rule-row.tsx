'use client'

import { ArrowDown, ArrowUp, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { updatePolicyRule } from '#lib/contracts/admin-routes.ts'
import type { PolicyRule } from '#lib/contracts/app/policy.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeAssignment, describeConditions, describeConsequences } from '#lib/domain/policy/describe-policy.ts'

export type Direction = 'up' | 'down'

export const moveButtonId = (id: string, direction: Direction) => `move-${direction}-${id}`

type RuleRowProps = {
  rule: PolicyRule
  /** Position among the rules, from 1. */
  position: number
  isLast: boolean
  /** Returns the name of a person or a group. */
  nameOf: (id: string) => string | undefined
  onMove: (direction: Direction) => void
  onDelete: () => void
}

/** One rule: conditions, consequences and its switch. */
export function RuleRow({ rule, position, isLast, nameOf, onMove, onDelete }: RuleRowProps) {
  const { id, name, is_active: isActive, conditions } = rule
  const mayEdit = useMay('manager')
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <span aria-hidden="true" className="w-5 shrink-0 pt-0.5 text-sm text-muted tabular-nums">
        {position}
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-sm">{mayEdit ? <TextLink href={pagePaths.policyRule(id)}>{name}</TextLink> : name}</h2>
        <p className={isActive ? 'text-sm text-pretty' : 'text-sm text-muted text-pretty'}>
          {describeConditions(conditions).join(' · ')}
        </p>
        <p className="text-xs text-muted text-pretty">
          {describeConsequences(rule, describeAssignment(rule.assignment, nameOf)).join(' · ')}
        </p>
      </div>
      {mayEdit ? (
        <div className="ml-auto flex items-center gap-1">
          <RuleSwitch rule={rule} />
          <IconButton
            id={moveButtonId(id, 'up')}
            size="sm"
            label={`Move ${name} up`}
            icon={<ArrowUp aria-hidden="true" />}
            aria-disabled={position === 1 || undefined}
            onClick={() => position > 1 && onMove('up')}
            className={position === 1 ? 'opacity-40' : undefined}
          />
          <IconButton
            id={moveButtonId(id, 'down')}
            size="sm"
            label={`Move ${name} down`}
            icon={<ArrowDown aria-hidden="true" />}
            aria-disabled={isLast || undefined}
            onClick={() => isLast || onMove('down')}
            className={isLast ? 'opacity-40' : undefined}
          />
          <DropdownMenu
            trigger={
              <IconButton size="sm" label={`Actions for ${name}`} icon={<MoreHorizontal aria-hidden="true" />} />
            }
            entries={[
              { label: 'Edit', icon: <Pencil aria-hidden="true" />, href: pagePaths.policyRule(id) },
              'separator',
              { label: 'Delete', icon: <Trash2 aria-hidden="true" />, danger: true, onSelect: onDelete },
            ]}
          />
        </div>
      ) : (
        <span className="ml-auto text-xs text-muted">{isActive ? 'On' : 'Off'}</span>
      )}
    </li>
  )
}

function RuleSwitch({ rule: { id, name, is_active: isActive, version } }: { rule: PolicyRule }) {
  const update = usePageMutation(updatePolicyRule)
  // Local state, because the mutation's variables update only after the click.
  const [chosen, setChosen] = useState<boolean>()
  const isShown = chosen ?? isActive
  return (
    <Switch
      aria-label={`Use the rule ${name}`}
      label={
        <span aria-hidden="true" className="w-6 text-xs text-muted">
          {isShown ? 'On' : 'Off'}
        </span>
      }
      checked={isShown}
      onChange={({ target: { checked } }) => {
        setChosen(checked)
        update.mutate(
          { params: { id }, body: { is_active: checked }, ifMatch: `"v${version}"` },
          {
            onSettled: () => setChosen(undefined),
            onError: showErrorToast,
          },
        )
      }}
    />
  )
}
