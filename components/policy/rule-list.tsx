'use client'

import { ArrowDown, ArrowUp, ListChecks, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Switch } from '#components/ui/form/checkbox.tsx'
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
import { TouchedBySwitch } from './touched-reviews.tsx'

type RuleListProps = {
  rules: readonly PolicyRule[]
  /** Names of groups by id and of people by e-mail address. */
  names: Readonly<Record<string, string>>
}

/** The rules in order, each with its actions. */
export function RuleList({ rules, names }: RuleListProps) {
  const router = useRouter()
  const mayEdit = useMay('manager')
  const order = usePageMutation(orderPolicyRules)
  const [moved, setMoved] = useState('')
  const [deleting, setDeleting] = useState<PolicyRule | null>(null)
  const move = (from: number, { id, name }: PolicyRule, to: number, buttonId: string) => {
    const ids = rules
      .map((rule) => rule.id)
      .toSpliced(from, 1)
      .toSpliced(to, 0, id)
    order.mutate(
      { body: { ids } },
      {
        onSuccess: () => {
          setMoved(`${name} is now rule ${to + 1} of ${rules.length}`)
          requestAnimationFrame(() => restoreFocus(buttonId))
        },
        onError: (error) => {
          showErrorToast(error)
          router.refresh()
        },
      },
    )
  }
  return (
    <Card aria-label="Rules">
      {rules.length === 0 ? (
        <EmptyState icon={ListChecks} title="No rules yet">
          Without a rule no change requires a review, but people can still start one.
        </EmptyState>
      ) : null}
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ol>
        {rules.map((rule, at) => (
          <li
            key={rule.id}
            className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line px-4 py-3 last:border-b-0"
          >
            <span aria-hidden="true" className="w-5 shrink-0 pt-0.5 text-sm text-muted tabular-nums">
              {at + 1}
            </span>
            <RuleText rule={rule} names={names} mayEdit={mayEdit} />
            {mayEdit ? (
              <div className="ml-auto flex items-center gap-1">
                <RuleSwitch rule={rule} />
                {directions.map(({ word, step, icon }) => {
                  const id = `move-${word}-${rule.id}`
                  const isPossible = rules[at + step] !== undefined
                  return (
                    <IconButton
                      key={id}
                      id={id}
                      size="sm"
                      label={`Move ${rule.name} ${word}`}
                      icon={icon}
                      aria-disabled={!isPossible || undefined}
                      onClick={() => isPossible && move(at, rule, at + step, id)}
                      className={isPossible ? undefined : 'opacity-40'}
                    />
                  )
                })}
                <DropdownMenu
                  trigger={<IconButton size="sm" label={`Actions for ${rule.name}`} icon={<MoreHorizontal />} />}
                  entries={[
                    { label: 'Edit', icon: <Pencil />, href: pagePaths.policyRule(rule.id) },
                    'separator',
                    {
                      label: 'Delete',
                      icon: <Trash2 />,
                      danger: true,
                      onSelect: () => setDeleting(rule),
                    },
                  ]}
                />
              </div>
            ) : (
              <span className="ml-auto text-xs text-muted">{rule.is_active ? 'On' : 'Off'}</span>
            )}
          </li>
        ))}
      </ol>
      {deleting ? (
        <ConfirmWrite
          route={deletePolicyRule}
          input={{ params: { id: deleting.id }, ifMatch: `"v${deleting.version}"` }}
          title={`Delete the rule “${deleting.name}”?`}
          description={
            <>
              It no longer matches any changes. Existing reviews and their reasons are kept. Turn it off instead to keep
              it for later. <TouchedBySwitch rule={deleting} isActive={false} />
            </>
          }
          confirmLabel="Delete"
          danger
          done={`Rule “${deleting.name}” deleted`}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </Card>
  )
}

const directions = [
  { word: 'up', step: -1, icon: <ArrowUp /> },
  { word: 'down', step: 1, icon: <ArrowDown /> },
]

/** Restores the focus that a moved button lost, unless another element has it meanwhile. */
function restoreFocus(buttonId: string): void {
  if (document.activeElement === document.body) document.getElementById(buttonId)?.focus()
}

/** The name of a rule, its conditions and its consequences. */
function RuleText({ rule, names, mayEdit }: Pick<RuleListProps, 'names'> & { rule: PolicyRule; mayEdit: boolean }) {
  const { id, name, is_active: isActive, conditions, assignment } = rule
  const assigned = describeAssignment(assignment, (known) => names[known])
  return (
    <div className="min-w-0 flex-1 basis-56">
      <h2 className="text-sm">{mayEdit ? <TextLink href={pagePaths.policyRule(id)}>{name}</TextLink> : name}</h2>
      <p className={isActive ? 'text-sm text-pretty' : 'text-sm text-muted text-pretty'}>
        {describeConditions(conditions).join(' · ')}
      </p>
      <p className="text-xs text-muted text-pretty">{describeConsequences(rule, assigned).join(' · ')}</p>
    </div>
  )
}

function RuleSwitch({ rule }: { rule: PolicyRule }) {
  const { id, name, is_active: isActive, version } = rule
  const [isAsking, setAsking] = useState(false)
  const verb = isActive ? 'off' : 'on'
  return (
    <>
      <Switch
        aria-label={`Use the rule ${name}`}
        label={
          <span aria-hidden="true" className="w-6 text-xs text-muted">
            {isActive ? 'On' : 'Off'}
          </span>
        }
        checked={isActive}
        onChange={() => setAsking(true)}
      />
      {isAsking ? (
        <ConfirmWrite
          route={updatePolicyRule}
          input={{ params: { id }, body: { is_active: !isActive }, ifMatch: `"v${version}"` }}
          title={`Switch the rule “${name}” ${verb}?`}
          description={<TouchedBySwitch rule={rule} isActive={!isActive} />}
          confirmLabel={`Switch ${verb}`}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
