'use client'

import { Dices } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import type { Audit } from '#lib/contracts/app/audits.ts'
import { drawAudit } from '#lib/contracts/routes.ts'
import { describeMethod } from '#lib/domain/audits/describe-audit.ts'

/** Draws the changes of an audit after a confirmation. */
export function DrawAudit({ audit }: { audit: Audit }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<Dices aria-hidden="true" />} onClick={() => setOpen(true)}>
        Draw
      </Button>
      {isOpen ? (
        <ConfirmWrite
          route={drawAudit}
          input={{ params: { id: audit.id }, body: {} }}
          title="Draw the changes?"
          description={`From ${audit.population_count.toLocaleString('en')}: ${describeMethod(audit)}. An audit is drawn once.`}
          confirmLabel="Draw"
          done="Changes drawn"
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
