'use client'

import { useMay } from '#components/layout/user-context.tsx'
import { ReasonButton, useReasonWrite } from '#components/review/transition/reason-button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { confirmRuleEnd } from '#lib/contracts/routes.ts'
import { ChangeLinks } from './touched-reviews.tsx'

export type FormerRule = {
  /** Identifier of the write that ended it. */
  readonly id: string
  readonly name: string
  /** Its conditions in words. */
  readonly conditions: string
  readonly until: string
  readonly endedBy: string
  readonly isOwnEdit: boolean
  /** Numbers of the changes whose open reviews need a sign-off by it. */
  readonly changes: readonly string[]
}

/** Former rules that still require a sign-off for work that began before they ended, which a second manager may end. */
export function FormerRulesCard({ rules }: { rules: readonly FormerRule[] }) {
  if (rules.length === 0) return null
  return (
    <Card aria-labelledby="former-rules">
      <CardHeader
        id="former-rules"
        title="Former rules that still count"
        description="They require a sign-off for work that began before they were changed, until another manager confirms the change. So a slip is taken back, and a rule lowered for earlier work."
      />
      <ul>
        {rules.map((rule) => (
          <li
            key={rule.id}
            className="flex flex-wrap items-start gap-3 border-b border-line px-4 py-3 text-sm last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-56 text-pretty">
              <h3 className="text-sm">{rule.name}</h3>
              <p>{rule.conditions}</p>
              <p className="text-xs text-muted">
                Until <DateTime value={rule.until} />, changed by {rule.endedBy}. By it need a sign-off:{' '}
                <ChangeLinks count={rule.changes.length} changes={rule.changes.slice(0, 10)} />
              </p>
            </div>
            <ConfirmEnd rule={rule} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ConfirmEnd({ rule }: { rule: FormerRule }) {
  const { id, name, isOwnEdit } = rule
  const confirm = useReasonWrite(confirmRuleEnd, (reason) => ({ params: { id }, body: { reason } }))
  if (!useMay('manager')) return null
  if (isOwnEdit) return <p className="text-xs text-muted">Another manager confirms it.</p>
  return (
    <ReasonButton
      size="sm"
      title={`Confirm the change of “${name}”?`}
      description="The former rule no longer counts. Open reviews that need a sign-off by nothing else no longer need one."
      submitLabel="Confirm"
      {...confirm}
    >
      Confirm
    </ReasonButton>
  )
}
