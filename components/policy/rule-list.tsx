'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.ts'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { rulesQuery } from '#lib/api/policy-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { orderPolicyRules } from '#lib/contracts/admin-routes.ts'
import type { PolicyRule } from '#lib/contracts/app/policy.ts'
import { DeleteRule } from './delete-rule.tsx'
import { type Direction, moveButtonId, RuleRow } from './rule-row.tsx'
import { useAssignees } from './use-assignees.ts'

/** The rules in order, each with its actions. */
export function RuleList() {
  const rules = useQuery(rulesQuery)
  return (
    <Card aria-label="Rules">
      <QueryStates
        query={rules}
        failure="The rules could not be loaded"
        skeleton={<SkeletonText lines={8} label="Loading the rules" />}
      >
        {({ result }) => (result.length === 0 ? <NoRules /> : <Rules rules={result} />)}
      </QueryStates>
    </Card>
  )
}

function Rules({ rules }: { rules: readonly PolicyRule[] }) {
  const client = useQueryClient()
  const order = useEndpointMutation(orderPolicyRules, ['History'])
  const { nameOf } = useAssignees(rules.map(({ assignment }) => assignment))
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
        onSuccess: (list) => {
          client.setQueryData(rulesQuery.queryKey, list)
          setMoved(`${rule.name} is now rule ${to + 1} of ${rules.length}`)
          requestAnimationFrame(() => restoreFocus(moveButtonId(rule.id, direction)))
        },
        onError: (error) => {
          showErrorToast(error)
          client.invalidateQueries({ queryKey: rulesQuery.queryKey })
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
            nameOf={nameOf}
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

/** Moving a row may take the focus from its pressed button; a focus that went elsewhere meanwhile stays there. */
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
