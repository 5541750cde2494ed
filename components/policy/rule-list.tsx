'use client'

import { ListChecks } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { deletePolicyRule, orderPolicyRules } from '#lib/contracts/admin-routes.ts'
import type { PolicyRule } from '#lib/contracts/app/policy.ts'
import { type Direction, moveButtonId, RuleRow } from './rule-row.tsx'

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
