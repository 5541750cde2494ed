'use client'

import { ArrowDown, ArrowUp, ListChecks, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { PolicyRule } from '#lib/contracts/app/policy.ts'
import { deletePolicyRule, orderPolicyRules, updatePolicyRule } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeAssignment, describeConditions, describeConsequences } from '#lib/domain/policy/describe-policy.ts'

type RuleListProps = {
  rules: readonly PolicyRule[]
  /** Names of groups by id and of people by e-mail address. */
  names: Readonly<Record<string, string>>
}

/** The rules in order, each with its actions. */
export const RuleList = (props: RuleListProps) => (
  <Card aria-label="Rules">{props.rules.length === 0 ? <NoRules /> : <Rules {...props} />}</Card>
)

function Rules({ rules, names }: RuleListProps) {
  const router = useRouter()
  const order = usePageMutation(orderPolicyRules)
  const [moved, setMoved] = useState('')
  const [deleting, setDeleting] = useState<PolicyRule | null>(null)
  const move = (rule: PolicyRule, direction: Direction) => {
    const at = rules.indexOf(rule)
    const to = direction === 'up' ? at - 1 : at + 1
    const ids = rules.map(({ id }) => id).toSpliced(at, 1)
    ids.splice(to, 0, rule.id)
    order.mutate(
      { body: { ids } },
      {
        onSuccess: () => {
          setMoved(`${rule.name} is now rule ${to + 1} of ${rules.length}`)
          requestAnimationFrame(() => restoreFocus(moveButtonId(rule.id, direction)))
        },
        onError: (error) => {
          showErrorToast(error)
          router.refresh()
        },
      },
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ol>
        {rules.map((rule, at) => (
          <RuleRow
            nameOf={(id) => names[id]}
            key={rule.id}
            rule={rule}
            position={at + 1}
            isLast={at === rules.length - 1}
            onMove={(direction) => move(rule, direction)}
            onDelete={() => setDeleting(rule)}
          />
        ))}
      </ol>
      {deleting ? <DeleteRule rule={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  )
}

/** Restores the focus that a moved button lost, unless another element has it meanwhile. */
function restoreFocus(buttonId: string): void {
  if (document.activeElement === document.body) document.getElementById(buttonId)?.focus()
}

function NoRules() {
  return (
    <EmptyState icon={ListChecks} title="No rules yet">
      Without a rule no change requires a review, but people can still start one.
    </EmptyState>
  )
}

/** Confirms the deletion of a rule. */
function DeleteRule({ rule: { id, name, version }, onClose }: { rule: PolicyRule; onClose: () => void }) {
  return (
    <ConfirmWrite
      route={deletePolicyRule}
      input={{ params: { id }, ifMatch: `"v${version}"` }}
      title={`Delete the rule “${name}”?`}
      description="It no longer matches any changes. Existing reviews and their reasons are kept. Turn it off instead to keep it for later."
      confirmLabel="Delete"
      danger
      done={`Rule “${name}” deleted`}
      onClose={onClose}
    />
  )
}

type Direction = 'up' | 'down'

const moveButtonId = (id: string, direction: Direction) => `move-${direction}-${id}`

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
function RuleRow({ rule, position, isLast, nameOf, onMove, onDelete }: RuleRowProps) {
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
